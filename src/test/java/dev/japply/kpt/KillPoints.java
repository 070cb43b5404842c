package dev.japply.kpt;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Runs a Java program under a debugger, which kills it before one of its calls of the system:
/// those that change the disk, and those that start programs. The program itself knows nothing of
/// it.
final class KillPoints {
  private static final long LIMIT = 2;
  private static final int WRITING = 3;

  /// The JDK's own way to the system, by class.
  private static final Map<String, Set<String>> CALLS =
      Map.of(
          "sun.nio.fs.UnixNativeDispatcher",
          Set.of("open", "mkdir", "rmdir", "unlink", "rename", "chmod", "fchmod"),
          "sun.nio.ch.UnixFileDispatcherImpl",
          Set.of("write", "pwrite", "force", "truncate"),
          "java.lang.ProcessImpl",
          Set.of("start"));

  private final String code;
  private final int moment;
  private final List<String> seen = new ArrayList<>();

  private KillPoints(String code, int moment) {
    this.code = code;
    this.moment = moment;
  }

  /// Runs `command` until it is about to make call number `moment`, from 0, from a class whose name
  /// begins with `code`, and kills it then.
  ///
  /// @return the name of that call; empty when the program ended before
  static String kill(List<String> command, Map<String, String> environment, String code, int moment)
      throws Exception {
    ListeningConnector connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketListen"))
            .findFirst()
            .orElseThrow();
    var arguments = connector.defaultArguments();
    Objects.requireNonNull(arguments.get("localAddress")).setValue("127.0.0.1");
    String address = connector.startListening(arguments);
    Process process = start(command, environment, address);
    try {
      return new KillPoints(code, moment).run(connector.accept(arguments), process);
    } finally {
      connector.stopListening(arguments);
      process.destroyForcibly();
      process.waitFor(LIMIT, TimeUnit.MINUTES);
    }
  }

  private static Process start(
      List<String> command, Map<String, String> environment, String address) throws Exception {
    var debugged = new ArrayList<>(command);
    String agent = "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=" + address;
    debugged.add(1, agent);
    var builder = new ProcessBuilder(debugged);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(Path.of("/dev/null").toFile());
    return builder.start();
  }

  private String run(VirtualMachine machine, Process process) throws Exception {
    for (String name : CALLS.keySet()) {
      machine.classesByName(name).forEach(this::watch);
      var prepared = machine.eventRequestManager().createClassPrepareRequest();
      prepared.addClassFilter(name);
      prepared.enable();
    }
    try {
      while (true) {
        EventSet events = machine.eventQueue().remove();
        for (Event event : events) {
          if (event instanceof ClassPrepareEvent prepared) {
            watch(prepared.referenceType());
          } else if (event instanceof VMDeathEvent) {
            return "";
          } else if (event instanceof BreakpointEvent call && isItsMoment(call)) {
            process.destroyForcibly();
            return seen.getLast();
          }
        }
        events.resume();
      }
    } catch (VMDisconnectedException ended) {
      return "";
    }
  }

  private void watch(ReferenceType type) {
    var requests = type.virtualMachine().eventRequestManager();
    Set<String> calls = CALLS.getOrDefault(type.name(), Set.of());
    for (Method method : type.methods()) {
      if (calls.contains(method.name()) && !method.isNative()) {
        requests.createBreakpointRequest(method.location()).enable();
      }
    }
  }

  private boolean isItsMoment(BreakpointEvent call)
      throws IncompatibleThreadStateException, AbsentInformationException {
    ThreadReference thread = call.thread();
    Method method = call.location().method();
    // A method that calls another of its name is one call.
    boolean nested = thread.frameCount() > 1 && isOf(thread.frame(1), method);
    if (nested || isReading(method, thread.frame(0)) || !isOurs(thread)) {
      return false;
    }
    seen.add(method.name());
    return seen.size() > moment;
  }

  private boolean isOurs(ThreadReference thread) throws IncompatibleThreadStateException {
    return thread.frames().stream()
        .anyMatch(frame -> frame.location().declaringType().name().startsWith(code));
  }

  private static boolean isOf(StackFrame frame, Method method) {
    return frame.location().method().name().equals(method.name())
        && frame.location().declaringType().equals(method.declaringType());
  }

  /// Opens of files that are only read change nothing.
  private static boolean isReading(Method method, StackFrame frame) {
    return method.name().equals("open")
        && frame.getArgumentValues().get(1) instanceof IntegerValue flags
        && (flags.value() & WRITING) == 0;
  }
}
