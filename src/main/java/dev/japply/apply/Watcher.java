package dev.japply.apply;

import dev.japply.object.ObjectKey;
import dev.japply.plan.PlannedObject;

/// Hears at once how far a run is, not in the order of the input as those who hear of events. May
/// be told by several threads.
public interface Watcher {
  /// Nobody who watches.
  Watcher NONE =
      new Watcher() {
        @Override
        public void expect(int objects) {}

        @Override
        public void begun(ObjectKey object) {}

        @Override
        public void ended(ObjectKey object, boolean failed) {}
      };

  /// So many more objects are to be worked on.
  void expect(int objects);

  /// An object is being worked on.
  void begun(ObjectKey object);

  /// It no longer is.
  void ended(ObjectKey object, boolean failed);

  /// That was done with an object, as far as what was there before is known. Told before the event
  /// that says how the object ended.
  default void done(PlannedObject planned) {}
}
