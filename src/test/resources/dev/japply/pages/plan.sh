mkdir manifests
cat >manifests/scaling.yaml <<'YAML'
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: storefront}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: storefront}
  maxReplicas: 6
YAML
cat >banner.yaml <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: banner}
data: {text: Sale}
YAML
japply apply -f manifests -f banner.yaml >/dev/null 2>&1
sed -i.bak 's/: 6/: 12/' manifests/scaling.yaml && rm manifests/*.bak
sed -i.bak 's/Sale/Welcome/' banner.yaml
kubectl patch configmap banner -p '{"data":{"text":"Welcome"}}' >/dev/null
