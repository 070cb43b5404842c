package dev.japply.faults;

import dev.japply.faults.Fault.When;
import dev.japply.faults.Relay.Behaviour;
import dev.japply.faults.Relay.Forward;
import dev.japply.faults.Relay.Reply;
import java.io.IOException;

/// A fault that befalls requests of one run.
final class Disturbance implements Behaviour {
  private final Fault fault;
  private final When when;
  private final int moment;
  private final Lasting lasting;
  private final OtherWriter other;
  private String key = "";
  private int hits;
  private int pauses;

  /// @param moment the number of the first request that it befalls
  /// @param other who writes where that is the fault
  Disturbance(Fault fault, When when, int moment, Lasting lasting, OtherWriter other) {
    this.fault = fault;
    this.when = when;
    this.moment = moment;
    this.lasting = lasting;
    this.other = other;
  }

  /// How often it befell a request.
  synchronized int hits() {
    return hits;
  }

  /// The client pauses; the answer is whether somebody listens again afterwards.
  synchronized boolean isOver() {
    pauses++;
    return switch (lasting) {
      case ONCE -> true;
      case TWICE, TWICE_RUNNING -> pauses > 1;
      case FOR_EVER, ALL_FROM_THEN_ON -> false;
    };
  }

  @Override
  public Reply reply(Request request, Forward forward) throws IOException {
    return isHit(request)
        ? fault.happen(request, when, forward, other)
        : new Reply.Whole(forward.send());
  }

  private synchronized boolean isHit(Request request) {
    if (fault == Fault.REFUSED || request.number() < moment) {
      return false;
    }
    if (request.number() == moment) {
      key = request.key();
    }
    boolean same = request.key().equals(key);
    boolean hit =
        switch (lasting) {
          case ONCE -> request.number() == moment;
          case TWICE -> same && hits < 2;
          case TWICE_RUNNING -> request.number() <= moment + 1;
          case FOR_EVER -> same;
          case ALL_FROM_THEN_ON -> true;
        };
    boolean fits = hit && fault.fits(request);
    hits += fits ? 1 : 0;
    return fits;
  }

  @Override
  public synchronized boolean isRefused(int number) {
    if (fault != Fault.REFUSED || number < moment || hits > 0) {
      return false;
    }
    hits++;
    return true;
  }
}
