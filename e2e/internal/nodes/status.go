package nodes

import (
	"fmt"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// statusOf is what a kubelet says of a Pod whose first container is that far.
func statusOf(pod *core.Pod, b behaviour, m moment, since time.Time) core.PodStatus {
	started := meta.NewTime(since)
	status := core.PodStatus{Phase: phase(b, m), StartTime: &started}
	begun := m.state != creating
	for _, c := range pod.Spec.InitContainers {
		status.InitContainerStatuses = append(status.InitContainerStatuses, initStatus(pod, c, begun, since))
	}
	ready := b.ready(m)
	for i, c := range pod.Spec.Containers {
		first := other(b, m)
		if i == 0 {
			first = status0(pod, c, b, m, since)
		}
		status.ContainerStatuses = append(status.ContainerStatuses, named(pod, c, first, since))
	}
	why := ""
	if !ready {
		why = "ContainersNotReady"
	}
	if status.Phase == core.PodSucceeded {
		why = "PodCompleted"
	}
	status.Conditions = []core.PodCondition{
		condition(core.PodInitialized, begun || len(pod.Spec.InitContainers) == 0, ""),
		condition(core.ContainersReady, ready, why),
		condition(core.PodReady, ready, why),
	}
	return status
}

func phase(b behaviour, m moment) core.PodPhase {
	switch {
	case m.state == creating, m.state == pullFailed, m.state == pullBackOff:
		return core.PodPending
	case m.state == ended && b.code == 0:
		return core.PodSucceeded
	case m.state == ended:
		return core.PodFailed
	default:
		return core.PodRunning
	}
}

func condition(kind core.PodConditionType, holds bool, reason string) core.PodCondition {
	status := core.ConditionFalse
	if holds {
		status, reason = core.ConditionTrue, ""
	}
	return core.PodCondition{Type: kind, Status: status, Reason: reason, LastTransitionTime: meta.Now()}
}

// other is what the containers after the first are at: they run as long as the Pod does.
func other(b behaviour, m moment) core.ContainerStatus {
	switch phase(b, m) {
	case core.PodPending:
		return waiting("ContainerCreating", "")
	case core.PodRunning:
		return core.ContainerStatus{Ready: true, State: core.ContainerState{Running: &core.ContainerStateRunning{}}}
	default:
		end := &core.ContainerStateTerminated{Reason: "Completed"}
		return core.ContainerStatus{State: core.ContainerState{Terminated: end}}
	}
}

func waiting(reason, message string) core.ContainerStatus {
	wait := &core.ContainerStateWaiting{Reason: reason, Message: message}
	return core.ContainerStatus{State: core.ContainerState{Waiting: wait}}
}

// status0 is what the first container is at.
func status0(pod *core.Pod, c core.Container, b behaviour, m moment, since time.Time) core.ContainerStatus {
	var status core.ContainerStatus
	switch m.state {
	case creating:
		status = waiting("ContainerCreating", "")
	case pullFailed:
		status = waiting("ErrImagePull", pullError(c))
	case pullBackOff:
		status = waiting("ImagePullBackOff", backOffPulling(c)+": ErrImagePull: "+pullError(c))
	case running:
		started := meta.NewTime(since.Add(b.delay))
		status.Ready = b.ready(m)
		status.State.Running = &core.ContainerStateRunning{StartedAt: started}
	case ended:
		status.State.Terminated = b.end(pod, c, m.run, since)
	case backOff:
		status = waiting("CrashLoopBackOff", fmt.Sprintf("back-off %s restarting failed container=%s pod=%s", m.rest, c.Name, full(pod)))
		status.LastTerminationState.Terminated = b.end(pod, c, m.run, since)
	}
	if m.state == running && m.run > 0 {
		status.LastTerminationState.Terminated = b.end(pod, c, m.run-1, since)
	}
	status.RestartCount = m.run
	return status
}

// end is how a run of the container has ended.
func (b behaviour) end(pod *core.Pod, c core.Container, run int32, since time.Time) *core.ContainerStateTerminated {
	return &core.ContainerStateTerminated{
		ExitCode:    b.code,
		Reason:      b.reason,
		StartedAt:   meta.NewTime(since),
		FinishedAt:  meta.NewTime(since.Add(lifetime)),
		ContainerID: containerID(pod, c, run),
	}
}

func initStatus(pod *core.Pod, c core.Container, done bool, since time.Time) core.ContainerStatus {
	status := waiting("PodInitializing", "")
	if done {
		end := behaviour{reason: "Completed"}.end(pod, c, 0, since)
		status = core.ContainerStatus{Ready: true, State: core.ContainerState{Terminated: end}}
	}
	return named(pod, c, status, since)
}

// named says of which container that is the status.
func named(pod *core.Pod, c core.Container, status core.ContainerStatus, since time.Time) core.ContainerStatus {
	status.Name, status.Image = c.Name, c.Image
	runs := status.State.Running != nil
	status.Started = &runs
	if status.State.Waiting == nil || status.RestartCount > 0 {
		status.ImageID = "e2e://" + c.Image
		status.ContainerID = containerID(pod, c, status.RestartCount)
	}
	if runs && status.State.Running.StartedAt.IsZero() {
		status.State.Running.StartedAt = meta.NewTime(since)
	}
	return status
}

func containerID(pod *core.Pod, c core.Container, run int32) string {
	return fmt.Sprintf("e2e://%s/%s/%d", pod.UID, c.Name, run)
}

func full(pod *core.Pod) string {
	return fmt.Sprintf("%s_%s(%s)", pod.Name, pod.Namespace, pod.UID)
}

func pullError(c core.Container) string {
	return fmt.Sprintf("rpc error: code = NotFound desc = failed to pull and unpack image %q: not found", c.Image)
}

func backOffPulling(c core.Container) string {
	return fmt.Sprintf("Back-off pulling image %q", c.Image)
}
