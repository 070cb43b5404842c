mkdir manifests
cat >manifests/settings.yaml <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: storefront}
data: {greeting: hello}
---
apiVersion: v1
kind: Secret
metadata: {name: storefront}
stringData: {password: secret}
YAML
cat >manifests/storefront.yaml <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata: {name: storefront}
spec:
  selector: {matchLabels: {app: storefront}}
  template:
    metadata: {labels: {app: storefront}}
    spec: {containers: [{name: storefront, image: registry.example.com/shop/storefront:1.8.0}]}
---
apiVersion: v1
kind: Service
metadata: {name: storefront}
spec: {selector: {app: storefront}, ports: [{port: 80}]}
YAML
cat >app.yaml <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: registry.example.com/shop/web:1.8.0}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: migrate}
spec:
  template:
    metadata: {annotations: {e2e.japply.dev/pod: complete, e2e.japply.dev/delay: 3s}}
    spec: {restartPolicy: Never, containers: [{name: main, image: registry.example.com/shop/migrate:1.8.0}]}
YAML
### japply ready deployment/web --wait-timeout=2s
kubectl patch deployment web -p '{"spec":{"template":{"metadata":{"annotations":{"e2e.japply.dev/pod":"unready"}}}}}' >/dev/null
kubectl wait deployment/web --for=jsonpath='{.status.updatedReplicas}'=1 >/dev/null
### japply ready deployment/broken deployment/web --wait-fail-fast --wait-logs=3
kubectl rollout undo deployment web >/dev/null && kubectl rollout status deployment web >/dev/null
kubectl apply -f - >/dev/null <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata: {name: broken}
spec:
  selector: {matchLabels: {app: broken}}
  template:
    metadata:
      labels: {app: broken}
      annotations: {e2e.japply.dev/pod: fail, e2e.japply.dev/exit-code: "3", e2e.japply.dev/log: no disk}
    spec: {containers: [{name: main, image: registry.example.com/shop/broken:1.8.0}]}
YAML
until kubectl get pods -l app=broken -o jsonpath='{.items[0].status.containerStatuses[0].restartCount} {.items[0].status.containerStatuses[0].state.waiting.reason}' 2>/dev/null |
  grep -q '^[3-9] CrashLoopBackOff'; do sleep 0.2; done
### japply apply -f app.yaml --preflight
kubectl create role jane --verb=get,list,watch --resource=deployments.apps,jobs.batch,pods >/dev/null
kubectl create rolebinding jane --role=jane --user=jane >/dev/null
sed -i.bak 's/^  user:$/&\n    as: jane/' "$KUBECONFIG"
sed -i.bak s/web:1.8.0/web:1.9.0/ app.yaml
