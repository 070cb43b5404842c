package oracle

import "sync"

// memo keeps what was made for a key, an error too; several goroutines may ask at once. Its zero
// value is ready for use.
type memo[K comparable, V any] struct {
	mutex sync.Mutex
	made  map[K]func() (V, error)
}

func (m *memo[K, V]) get(key K, make func() (V, error)) (V, error) {
	return m.entry(key, make)()
}

// entry holds the lock only to find the entry, not while its value is made.
func (m *memo[K, V]) entry(key K, make func() (V, error)) func() (V, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.made == nil {
		m.made = map[K]func() (V, error){}
	}
	known, ok := m.made[key]
	if !ok {
		known = sync.OnceValues(make)
		m.made[key] = known
	}
	return known
}
