mkdir manifests
cat >manifests/settings.yaml <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
YAML
kubectl config set-context prod-eu --namespace=shop \
  --cluster="$(kubectl config view --minify -o jsonpath='{.contexts[0].context.cluster}')" \
  --user="$(kubectl config view --minify -o jsonpath='{.contexts[0].context.user}')" >/dev/null
