mkdir -p overlays/prod overlays/test manifests
printf 'resources: [../../base]\n' | tee overlays/prod/kustomization.yaml >overlays/test/kustomization.yaml
cp base/deployment.yaml manifests
### japply build --diff origin/main...
git init -q -b main . && git config user.name me && git config user.email me@example.com
git add base prod overlays manifests && git commit -qm 'Add overlays' && git update-ref refs/remotes/origin/main HEAD
sed -i.bak s/1.8.0/1.9.0/ prod/deployment.yaml && rm prod/*.bak
