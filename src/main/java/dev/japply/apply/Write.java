package dev.japply.apply;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.ServerProblems;
import dev.japply.cluster.ServerSideProblems;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// One request that changes an object, or on a dry run asks what changing it would come to.
///
/// @param body what is told of it
/// @param request sends it; the answer is the object afterwards
public record Write(Kind kind, Value body, Supplier<MapValue> request) {
  private static final int BUSY = 429;
  private static final int INTERNAL_ERROR = 500;

  /// Messages of refusals to which the server gives the status 500: it has stored nothing.
  private static final Pattern BEFORE_STORAGE =
      Pattern.compile(
          "failed calling webhook|denied the request|not yet ready to handle request"
              + "|failed to create typed |failed to convert (?:new|live|merged) object"
              + "|request to convert CR to an invalid group/version"
              + "|request is too large|larger than max");

  /// What kind of request it is.
  public enum Kind {
    POST("POST"),
    PATCH("PATCH"),
    /// A PATCH by which the server merges, and which creates the object if need be.
    APPLY("PATCH"),
    DELETE("DELETE");

    private final String verb;

    Kind(String verb) {
      this.verb = verb;
    }

    String verb() {
      return verb;
    }
  }

  /// What a failure says of the write.
  enum Fate {
    /// There was nothing left to do.
    DONE,
    /// The server has refused it, or never got it.
    NOT_DONE,
    /// The connection broke, the answer is about something else, or somebody on the way answered
    /// who does not know.
    UNKNOWN,
    /// The server failed inside. It stores nothing later, but may have stored the object before.
    ERROR,
    /// It was not carried out, since the object is not what it was when it was read.
    CHANGED,
    /// The server did not look at it.
    BUSY,
    /// It was not carried out, since what the server has to ask about it does not answer yet.
    UNREADY
  }

  /// A DELETE.
  static Write delete(Runnable request) {
    return new Write(
        Kind.DELETE,
        MapValue.EMPTY,
        () -> {
          request.run();
          return MapValue.EMPTY;
        });
  }

  /// What the failure `e` says of this write.
  Fate fate(ClusterException e) {
    if (isUnknown(e)) {
      return Fate.UNKNOWN;
    }
    if (e.status() == BUSY) {
      return Fate.BUSY;
    }
    if (Unready.of(e).isPresent()) {
      return Fate.UNREADY;
    }
    if (e.status() == INTERNAL_ERROR && !isBeforeStorage(e)) {
      return Fate.ERROR;
    }
    boolean changed =
        switch (kind) {
          case POST -> ServerProblems.alreadyExists(e) || e.isConflict();
          case PATCH -> e.isNotFound() || e.isConflict();
          case APPLY -> e.isConflict() && !ServerSideProblems.isOwnership(e);
          case DELETE -> e.isConflict() && isAnother(e);
        };
    boolean done = kind == Kind.DELETE && e.isNotFound();
    return changed ? Fate.CHANGED : done ? Fate.DONE : Fate.NOT_DONE;
  }

  private static boolean isUnknown(ClusterException e) {
    return switch (e.kind()) {
      case BROKEN, TIMEOUT, UNEXPECTED -> true;
      case ANSWERED ->
          isOnTheWay(e.status())
              || (isFromStorage(e) && !isBeforeStorage(e))
              || isFromConversion(e);
      case UNAUTHORIZED, CONFIGURATION, REFUSED, UNKNOWN_HOST, UNREACHABLE, TLS, CUT -> false;
    };
  }

  private static boolean isOnTheWay(int status) {
    return status == 502 || status == 503 || status == 504;
  }

  /// The API server gave up on etcd, which may write all the same.
  private static boolean isFromStorage(ClusterException e) {
    return e.status() == INTERNAL_ERROR && String.valueOf(e.getMessage()).contains("etcdserver: ");
  }

  /// The object could not be converted: what was sent, or what was stored and is to be answered.
  private static boolean isFromConversion(ClusterException e) {
    return e.status() == INTERNAL_ERROR
        && String.valueOf(e.getMessage()).contains("conversion webhook for ");
  }

  private static boolean isBeforeStorage(ClusterException e) {
    return BEFORE_STORAGE.matcher(String.valueOf(e.getMessage())).find();
  }

  /// Whether the server has found another object of that name; other conflicts are refusals. It
  /// says so in two ways: before it asks its storage, and when that finds out.
  private static boolean isAnother(ClusterException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("UID in the precondition") || message.contains("UID in precondition");
  }
}
