package oracle

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// job is a question on its way to becoming the line that answers it.
type job struct {
	line   []byte
	answer chan []byte
}

// serve works on several questions at once and writes their answers in order. Output is flushed
// whenever no further question is waiting, so that a client may ask one at a time.
func serve(in io.Reader, out io.Writer, schemas *schemas, workers int) error {
	todo := make(chan job, 16*workers)
	ordered := make(chan job, 16*workers)
	for range workers {
		go func() {
			for j := range todo {
				j.answer <- answerLine(schemas, j.line)
			}
		}()
	}
	var readErr error
	go func() {
		readErr = readJobs(in, todo, ordered)
		close(todo)
		close(ordered)
	}()
	if err := writeAnswers(out, ordered); err != nil {
		return err
	}
	return readErr
}

// readJobs reads lines of any length; empty ones are no questions.
func readJobs(in io.Reader, queues ...chan<- job) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := reader.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			j := job{line: line, answer: make(chan []byte, 1)}
			for _, queue := range queues {
				queue <- j
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func writeAnswers(out io.Writer, ordered <-chan job) error {
	writer := bufio.NewWriterSize(out, 1<<16)
	for {
		j, open, err := next(ordered, writer)
		if err != nil {
			return err
		}
		if !open {
			return writer.Flush()
		}
		if _, err := writer.Write(<-j.answer); err != nil {
			return err
		}
	}
}

// next flushes before it has to wait.
func next(ordered <-chan job, writer *bufio.Writer) (job, bool, error) {
	select {
	case j, open := <-ordered:
		return j, open, nil
	default:
	}
	if err := writer.Flush(); err != nil {
		return job{}, false, err
	}
	j, open := <-ordered
	return j, open, nil
}
