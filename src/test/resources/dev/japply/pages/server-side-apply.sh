web() {
  cat <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "registry.example.com/web:1"}]}
YAML
}
web >web.yaml
### japply apply --server-side -f web.yaml
### japply apply --server-side -f web.yaml
kubectl scale deployment web --replicas=5 >/dev/null
### japply apply --server-side -f shop/ --take=manager=helm --leave=Deployment:spec.replicas
mkdir shop && cp web.yaml shop
### japply why -f web.yaml --server-side
kubectl delete deployment web >/dev/null
web | sed 's/^spec:$/&\n  minReadySeconds: 5\n  revisionHistoryLimit: 4/' | japply apply -f - >/dev/null 2>&1
