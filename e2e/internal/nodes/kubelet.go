package nodes

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	events "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
)

// retryPause is how long to wait before a request is made again that failed: the server may be away.
const retryPause = 500 * time.Millisecond

// kubelet plays all nodes at once: whatever Pod is bound has a life, in a goroutine of its own.
type kubelet struct {
	client   kubernetes.Interface
	recorder record.EventRecorder
	mutex    sync.Mutex
	lives    map[string]*life
}

// life is a Pod since its node has seen it.
type life struct {
	pod    *core.Pod
	does   behaviour
	since  time.Time
	cancel context.CancelFunc
}

func (l *life) now() moment {
	return l.does.at(time.Since(l.since))
}

func newKubelet(client kubernetes.Interface) *kubelet {
	broadcaster := record.NewBroadcaster()
	broadcaster.StartRecordingToSink(&events.EventSinkImpl{Interface: client.CoreV1().Events("")})
	recorder := broadcaster.NewRecorder(scheme.Scheme, core.EventSource{Component: "kubelet"})
	return &kubelet{client: client, recorder: recorder, lives: map[string]*life{}}
}

// run follows the Pods that are bound until it is told to end.
func (k *kubelet) run(ctx context.Context) {
	bound := cache.NewListWatchFromClient(k.client.CoreV1().RESTClient(), "pods", meta.NamespaceAll,
		fields.OneTermNotEqualSelector("spec.nodeName", ""))
	follow(ctx, bound, &core.Pod{}, cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { k.see(ctx, object.(*core.Pod)) },
		UpdateFunc: func(_, object any) { k.see(ctx, object.(*core.Pod)) },
		DeleteFunc: k.forget,
	})
}

// follow has the handler hear of all objects of a type until it is told to end.
func follow(ctx context.Context, objects cache.ListerWatcher, kind runtime.Object, handler cache.ResourceEventHandler) {
	informer := cache.NewSharedInformer(objects, kind, 0)
	if _, err := informer.AddEventHandler(handler); err != nil {
		panic(err) // only where it was stopped already
	}
	informer.Run(ctx.Done())
}

// see starts the life of a Pod, or ends it when the Pod is to go.
func (k *kubelet) see(ctx context.Context, pod *core.Pod) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	key := pod.Namespace + "/" + pod.Name
	old := k.lives[key]
	if old != nil && (old.pod.UID != pod.UID || pod.DeletionTimestamp != nil) {
		old.cancel()
	}
	if pod.DeletionTimestamp != nil {
		go k.remove(ctx, pod)
		return
	}
	if old != nil && old.pod.UID == pod.UID || over(pod) {
		return
	}
	living, cancel := context.WithCancel(ctx)
	one := &life{pod: pod, does: behaviourOf(pod), since: time.Now(), cancel: cancel}
	k.lives[key] = one
	go k.live(living, one)
}

func over(pod *core.Pod) bool {
	return pod.Status.Phase == core.PodSucceeded || pod.Status.Phase == core.PodFailed
}

func (k *kubelet) forget(object any) {
	if unknown, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = unknown.Obj
	}
	pod, ok := object.(*core.Pod)
	if !ok {
		return
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	key := pod.Namespace + "/" + pod.Name
	if old := k.lives[key]; old != nil && old.pod.UID == pod.UID {
		old.cancel()
		delete(k.lives, key)
	}
}

// life of that name, for who asks for its log.
func (k *kubelet) life(namespace, name string) *life {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.lives[namespace+"/"+name]
}

// live tells the server of each moment of a Pod's life.
func (k *kubelet) live(ctx context.Context, one *life) {
	for {
		m := one.now()
		status := statusOf(one.pod, one.does, m, one.since)
		retry(ctx, "status of "+one.pod.Name, func() error { return k.patch(ctx, one.pod, status) })
		k.tell(one, m)
		if m.next == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(one.since.Add(m.next))):
		}
	}
}

func (k *kubelet) patch(ctx context.Context, pod *core.Pod, status core.PodStatus) error {
	body, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": pod.UID}, "status": status})
	if err != nil {
		return err
	}
	_, err = k.client.CoreV1().Pods(pod.Namespace).
		Patch(ctx, pod.Name, types.StrategicMergePatchType, body, meta.PatchOptions{}, "status")
	return err
}

// remove lets a Pod go whose containers have ended, which they do at once.
func (k *kubelet) remove(ctx context.Context, pod *core.Pod) {
	now := int64(0)
	options := meta.DeleteOptions{GracePeriodSeconds: &now, Preconditions: meta.NewUIDPreconditions(string(pod.UID))}
	retry(ctx, "removal of "+pod.Name, func() error {
		return k.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, options)
	})
}

// retry makes a request until it succeeds, or has become pointless.
func retry(ctx context.Context, what string, request func() error) {
	for ctx.Err() == nil {
		err := request()
		if err == nil || errors.IsNotFound(err) || errors.IsConflict(err) {
			return
		}
		fmt.Fprintln(os.Stderr, "nodes:", what+":", err)
		select {
		case <-ctx.Done():
		case <-time.After(retryPause):
		}
	}
}

// tell records the events that a kubelet would.
func (k *kubelet) tell(one *life, m moment) {
	pod := one.pod
	warn := func(reason, message string) { k.event(pod, core.EventTypeWarning, reason, message) }
	c := pod.Spec.Containers[0]
	switch {
	case m.state == creating && one.does.does == noMount:
		warn("FailedMount", `MountVolume.SetUp failed for volume "data" : configmap "settings" not found`)
	case m.state == pullFailed:
		warn("Failed", fmt.Sprintf("Failed to pull image %q: %s", c.Image, pullError(c)))
		warn("Failed", "Error: ErrImagePull")
	case m.state == pullBackOff:
		k.event(pod, core.EventTypeNormal, "BackOff", backOffPulling(c))
		warn("Failed", "Error: ImagePullBackOff")
	case m.state == backOff:
		warn("BackOff", fmt.Sprintf("Back-off restarting failed container %s in pod %s", c.Name, full(pod)))
	case m.state == running && one.does.does == unready:
		warn("Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503")
	}
}

func (k *kubelet) event(pod runtime.Object, kind, reason, message string) {
	k.recorder.Event(pod, kind, reason, message)
}
