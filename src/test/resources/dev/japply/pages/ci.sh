# The program in place of SOPS decodes these.
cat >secret.enc.yaml <<'TEXT'
YXBpVmVyc2lvbjogdjEKa2luZDogU2VjcmV0Cm1ldGFkYXRhOgogIG5hbWU6IGRhdGFiYXNlCnN0
cmluZ0RhdGE6CiAgdXNlcjogc2hvcAogIHBhc3N3b3JkOiBjb3JyZWN0IGhvcnNlCg==
TEXT
cat >secret.new.yaml <<'TEXT'
YXBpVmVyc2lvbjogdjEKa2luZDogU2VjcmV0Cm1ldGFkYXRhOgogIG5hbWU6IGRhdGFiYXNlCnN0
cmluZ0RhdGE6CiAgdXNlcjogc2hvcAogIHBhc3N3b3JkOiBiYXR0ZXJ5IHN0YXBsZQo=
TEXT
### japply diff -f manifests/ --report=markdown=comment.md --report=junit=junit.xml --report=html=page.html
mkdir manifests && cp web.yaml manifests
