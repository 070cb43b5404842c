package nodes

import (
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func pod(does string, policy core.RestartPolicy, notes ...string) *core.Pod {
	annotations := map[string]string{annotation: does}
	for i := 0; i < len(notes); i += 2 {
		annotations[notes[i]] = notes[i+1]
	}
	return &core.Pod{
		ObjectMeta: meta.ObjectMeta{Name: "p", Namespace: "n", UID: "u", Annotations: annotations},
		Spec:       core.PodSpec{RestartPolicy: policy, Containers: []core.Container{{Name: "c", Image: "i"}, {Name: "d"}}},
	}
}

func TestMoments(t *testing.T) {
	always, never := core.RestartPolicyAlways, core.RestartPolicyNever
	for _, one := range []struct {
		does   string
		policy core.RestartPolicy
		at     time.Duration
		state  state
		run    int32
	}{
		{runs, always, 0, running, 0},
		{runs, always, time.Hour, running, 0},
		{noMount, always, time.Hour, creating, 0},
		{fails, never, 0, running, 0},
		{fails, never, time.Hour, ended, 0},
		{completes, core.RestartPolicyOnFailure, time.Hour, ended, 0},
		{fails, core.RestartPolicyOnFailure, 2 * lifetime, backOff, 1},
		{fails, always, lifetime, running, 1},
		{fails, always, 2 * lifetime, backOff, 1},
		{fails, always, 2*lifetime + firstRest, running, 2},
		{fails, always, 3*lifetime + firstRest, backOff, 2},
		{noImage, always, 0, pullFailed, 0},
		{noImage, always, pulling, pullBackOff, 0},
		{noImage, always, pulling + firstRest, pullFailed, 0},
	} {
		m := behaviourOf(pod(one.does, one.policy)).at(one.at)
		if m.state != one.state || m.run != one.run {
			t.Errorf("%s %s after %s: state %d, run %d", one.does, one.policy, one.at, m.state, m.run)
		}
		if m.next != 0 && m.next <= one.at {
			t.Errorf("%s after %s changes in the past: %s", one.does, one.at, m.next)
		}
	}
}

func TestStatus(t *testing.T) {
	p := pod(fails, core.RestartPolicyAlways, annotationCode, "137", annotationReason, "OOMKilled", annotationDelay, "1s")
	b := behaviourOf(p)
	if m := b.at(0); m.state != creating || m.next != time.Second {
		t.Errorf("it is not delayed: %v", m)
	}
	status := statusOf(p, b, b.at(time.Second+2*lifetime), time.Now())
	c := status.ContainerStatuses[0]
	last := c.LastTerminationState.Terminated
	if c.State.Waiting.Reason != "CrashLoopBackOff" || c.RestartCount != 1 || last.ExitCode != 137 || last.Reason != "OOMKilled" {
		t.Errorf("%v", c)
	}
	if status.Phase != core.PodRunning || status.ContainerStatuses[1].State.Running == nil {
		t.Errorf("%v", status)
	}
}

func TestLog(t *testing.T) {
	p := pod(fails, core.RestartPolicyAlways, annotationLog, "a\nrun $RUN")
	for _, one := range []struct {
		since    time.Duration
		previous bool
		want     string
	}{
		{0, false, "a\nrun 0\n"},
		{0, true, ""},
		{lifetime + lifetime/2, false, "a\nrun 1\n"},
		{lifetime + lifetime/2, true, "a\nrun 0\n"},
		{2*lifetime + lifetime/2, false, "a\nrun 1\n"},
		{2*lifetime + lifetime/2, true, "a\nrun 1\n"},
	} {
		l := &life{pod: p, does: behaviourOf(p), since: time.Now().Add(-one.since)}
		text, err := l.log("c", one.previous)
		if text != one.want || (err == nil) != (one.want != "") {
			t.Errorf("after %s, previous %v: %q, %v", one.since, one.previous, text, err)
		}
	}
	if got := tail("a\nb\nc\n", 2); got != "b\nc\n" {
		t.Errorf("%q", got)
	}
}
