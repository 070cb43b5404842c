### japply snapshot -f manifests/ --out snap.json
mkdir manifests && cp web.yaml manifests
