package dev.japply.cli.command;

import dev.japply.apply.Watcher;
import dev.japply.object.ObjectKey;
import dev.japply.plan.PlannedObject;
import java.util.function.Consumer;

/// Lets somebody else hear, too, what was done with each object.
record Listening(Watcher other, Consumer<PlannedObject> listener) implements Watcher {
  @Override
  public void expect(int objects) {
    other.expect(objects);
  }

  @Override
  public void begun(ObjectKey object) {
    other.begun(object);
  }

  @Override
  public void ended(ObjectKey object, boolean failed) {
    other.ended(object, failed);
  }

  @Override
  public void done(PlannedObject planned) {
    other.done(planned);
    listener.accept(planned);
  }
}
