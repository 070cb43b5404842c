package nodes

import (
	"strconv"
	"time"

	core "k8s.io/api/core/v1"
)

// By these annotations of a Pod its first container does something else than to run. All others run,
// and init containers succeed.
const (
	// annotation: one of the constants below.
	annotation = "e2e.japply.dev/pod"
	// annotationDelay is how long creating the containers takes, as "2s".
	annotationDelay = "e2e.japply.dev/delay"
	// annotationCode and annotationReason say how the container fails, as "137" and "OOMKilled".
	annotationCode   = "e2e.japply.dev/exit-code"
	annotationReason = "e2e.japply.dev/exit-reason"
	// annotationLog is what the container writes; $RUN in it is 0 the first time it runs, then 1.
	annotationLog = "e2e.japply.dev/log"
)

const (
	runs      = "run"      // until it is deleted, and is ready
	unready   = "unready"  // runs, and fails its readiness probe
	fails     = "fail"     // ends soon with an exit code; by its restartPolicy it then crashes again and again
	completes = "complete" // ends soon with exit code 0
	noImage   = "pull"     // has an image that cannot be pulled
	noMount   = "mount"    // has a volume that cannot be mounted
)

const (
	lifetime  = 200 * time.Millisecond // of containers that end
	pulling   = 200 * time.Millisecond // how long it takes to pull no image
	firstRest = time.Second            // before the second restart; 10s on real nodes
	longRest  = 8 * time.Second        // before any restart; 5m on real nodes
)

// behaviour is what the first container of a Pod does.
type behaviour struct {
	does     string
	delay    time.Duration
	code     int32
	reason   string
	restarts bool
}

func behaviourOf(pod *core.Pod) behaviour {
	notes := pod.Annotations
	b := behaviour{does: notes[annotation], reason: notes[annotationReason]}
	if b.does == "" {
		b.does = runs
	}
	b.delay, _ = time.ParseDuration(notes[annotationDelay])
	if b.does == fails {
		b.code = 1
		if code, err := strconv.ParseInt(notes[annotationCode], 10, 32); err == nil {
			b.code = int32(code)
		}
	}
	if b.reason == "" {
		b.reason = "Completed"
		if b.code != 0 {
			b.reason = "Error"
		}
	}
	b.restarts = pod.Spec.RestartPolicy == core.RestartPolicyAlways ||
		pod.Spec.RestartPolicy == core.RestartPolicyOnFailure && b.code != 0
	return b
}

// state is what a container is at.
type state int

const (
	creating state = iota
	pullFailed
	pullBackOff
	running
	ended
	backOff
)

// moment is how far a container is.
type moment struct {
	state state
	// run counts how often it was started again.
	run int32
	// rest is how long it rests now.
	rest time.Duration
	// next is when that changes, counted from the beginning; 0 for never.
	next time.Duration
}

// at says how far the container is so long after its node has seen the Pod.
func (b behaviour) at(since time.Duration) moment {
	switch {
	case b.does == noMount:
		return moment{state: creating}
	case since < b.delay:
		return moment{state: creating, next: b.delay}
	case b.does == noImage:
		return b.pulls(since)
	case b.does == fails || b.does == completes:
		return b.ends(since)
	default:
		return moment{state: running}
	}
}

func (b behaviour) pulls(since time.Duration) moment {
	at, rest := b.delay, firstRest
	for {
		if at += pulling; since < at {
			return moment{state: pullFailed, next: at}
		}
		if at += rest; since < at {
			return moment{state: pullBackOff, rest: rest, next: at}
		}
		rest = min(2*rest, longRest)
	}
}

// ends has the second run follow the first at once, as on real nodes.
func (b behaviour) ends(since time.Duration) moment {
	at, rest := b.delay, firstRest
	for run := int32(0); ; run++ {
		if at += lifetime; since < at {
			return moment{state: running, run: run, next: at}
		}
		if !b.restarts {
			return moment{state: ended, run: run}
		}
		if run == 0 {
			continue
		}
		if at += rest; since < at {
			return moment{state: backOff, run: run, rest: rest, next: at}
		}
		rest = min(2*rest, longRest)
	}
}

// ready tells whether the container takes requests.
func (b behaviour) ready(m moment) bool {
	return m.state == running && b.does == runs
}
