cat >web.yaml <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  minReadySeconds: 5
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "registry.example.com/web:1"}]}
YAML
japply apply -f web.yaml >/dev/null 2>&1
kubectl patch deployment web --field-manager=kubectl-edit -p '{"spec":{"replicas":5}}' >/dev/null
sed -i.bak -e s/web:1/web:2/ -e /minReadySeconds/d web.yaml
### japply release -f web.yaml spec.replicas --write
japply apply -f web.yaml >/dev/null 2>&1
kubectl scale deployment web --replicas=4 >/dev/null
### japply adopt -f web.yaml spec.replicas --write
kubectl scale deployment web --replicas=7 >/dev/null
### japply apply -f manifests/ --ignore=Deployment/web:spec.replicas
mkdir manifests && cp web.yaml manifests
### japply merge --last-applied old.yaml --config new.yaml --live live.yaml
cp "$EXAMPLES"/old.yaml "$EXAMPLES"/new.yaml "$EXAMPLES"/live.yaml .
