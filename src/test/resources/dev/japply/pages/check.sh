cat >web.yaml <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replica: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: registry.example.com/web:1
        ports:
        - containerPort: "8080"
YAML
cat >svc.yaml <<'YAML'
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: NodePorts
  selector: {app: web}
  ports: [{port: 80}]
YAML
mkdir -p manifests overlays/prod upgrade
cp web.yaml manifests
printf 'resources: [web.yaml]\n' >overlays/prod/kustomization.yaml
cp web.yaml overlays/prod
cat >upgrade/svc.yaml <<'YAML'
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  externalIPs: [010.1.1.1]
  ports: [{port: 80}]
YAML
cat >upgrade/group.yaml <<'YAML'
# A group of Pods.
apiVersion: scheduling.k8s.io/v1beta1
kind: PodGroup
metadata: {name: g}
YAML
cat >upgrade/ip.yaml <<'YAML'
apiVersion: networking.k8s.io/v1beta1
kind: IPAddress
metadata: {name: 10.0.0.1}
spec: {parentRef: {resource: services, name: web, namespace: default}}
YAML
