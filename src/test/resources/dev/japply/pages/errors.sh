cp "$EXAMPLES/bad.yaml" .
cat >job.yaml <<'YAML'
apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: main
        image: a:1
YAML
japply apply -f job.yaml >/dev/null 2>&1
sed -i.bak s/a:1/a:2/ job.yaml
