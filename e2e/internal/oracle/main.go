package oracle
import "io"
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int { return 0 }
