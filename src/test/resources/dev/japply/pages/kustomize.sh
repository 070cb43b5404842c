### japply build --diff origin/main...
git init -q . && git config user.name me && git config user.email me@example.com
git add base prod && git commit -qm 'Add an overlay' && git update-ref refs/remotes/origin/main HEAD
sed -i.bak s/1.8.0/1.9.0/ prod/deployment.yaml && rm prod/*.bak
