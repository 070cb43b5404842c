mkdir manifests
cat >manifests/storefront.yaml <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: storefront, labels: {app: shop}}
data: {greeting: hello}
YAML
cat >manifests/banner.yaml <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: banner, labels: {app: shop}}
data: {text: Sale}
YAML
cat >manifests/orders.yaml <<'YAML'
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: orders, labels: {app: shop}, annotations: {helm.sh/resource-policy: keep}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
YAML
japply apply -f manifests >/dev/null 2>&1
rm manifests/banner.yaml
### japply apply -f manifests -n shop --prune -l app=shop --prune-allowlist=core/v1/PersistentVolumeClaim
rm manifests/orders.yaml
### japply delete -f namespace.yaml
made=$(kubectl config view --minify -o jsonpath='{.contexts[0].context.namespace}')-app
printf 'apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n' "$made" >namespace.yaml
japply apply -f namespace.yaml >/dev/null 2>&1
kubectl create configmap other -n "$made" >/dev/null
### japply delete -f manifests --plan-out plan.json
japply apply -f manifests >/dev/null 2>&1
### japply apply -f manifests/ --undo-file release.undo
kubectl delete namespace "$made" --wait=false >/dev/null
sed -i.bak s/hello/welcome/ manifests/storefront.yaml && rm manifests/*.bak
### japply undo scale.undo --yes
cat >web.yaml <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "registry.example.com/web:1"}]}
YAML
japply apply -f web.yaml >/dev/null 2>&1
sed -i.bak 's/replicas: 3/replicas: 0/' web.yaml
japply apply -f web.yaml --undo-file scale.undo >/dev/null 2>&1
kubectl scale deployment web --replicas=5 >/dev/null
