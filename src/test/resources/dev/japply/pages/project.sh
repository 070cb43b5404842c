context() {
  kubectl config set-context "$1" --namespace=shop \
    --cluster="$(kubectl config view --minify -o jsonpath='{.contexts[0].context.cluster}')" \
    --user="$(kubectl config view --minify -o jsonpath='{.contexts[0].context.user}')" >/dev/null
}
context staging
context shop-staging
mkdir manifests
cat >manifests/orders.yaml <<'YAML'
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: orders, labels: {app: shop}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
YAML
cat >manifests/settings.yaml <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: {app: shop}}
YAML
### japply diff -f manifests --prune -l app=shop --prune-allowlist=core/v1/PersistentVolumeClaim
kubectl config use-context shop-staging >/dev/null
cat >japply.yaml <<'YAML'
apiVersion: japply.dev/v1
kind: Project
contexts: [shop-staging, shop-prod-*]
forbid:
- delete:Namespace
- delete:PersistentVolumeClaim
YAML
japply apply -f manifests >/dev/null 2>&1
rm manifests/orders.yaml
