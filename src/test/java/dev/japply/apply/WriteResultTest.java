package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Writer.WriteRequest.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteResultTest {
  @ParameterizedTest
  @CsvSource({
    "PATCH, lost, NoResponse",
    "POST, timeout, NoResponse",
    "DELETE, 504 Timeout gateway, NoResponse",
    "APPLY, 502 Bad gateway, NoResponse",
    "PATCH, 503 ServiceUnavailable down, NoResponse",
    "PATCH, 500 InternalError etcdserver: request timed out, NoResponse",
    "PATCH, 500 InternalError failed calling webhook, Rejected",
    "PATCH, 500 InternalError failed calling webhook \"w\": EOF, NotReady",
    "PATCH, 400 BadRequest failed calling webhook \"w\": EOF, Rejected",
    "PATCH, 500 InternalError failed calling webhook \"w\": no endpoints available, NotReady",
    "PATCH, 500 InternalError failed calling webhook \"w\": service \"v\" not found, Rejected",
    "POST, 500 InternalError failed calling webhook \"w\": Post: x509: expired, Rejected",
    "PATCH, 500 InternalError Internal error occurred: something broke, ServerError",
    "POST, 500 '' '', ServerError",
    "DELETE, 500 InternalError broken, ServerError",
    "APPLY, 500 Unknown broken, ServerError",
    "APPLY, 500 '' failed to create typed patch object (c; v1): .data.k: expected string, Rejected",
    "PATCH, 500 Unknown etcdserver: request is too large, Rejected",
    "PATCH, 500 Unknown trying to send message larger than max (3 vs. 2), Rejected",
    "POST, 500 Unknown admission webhook \"w\" denied the request: no, Rejected",
    "POST, 501 NotImplemented no, Rejected",
    "POST, 403 Forbidden c is forbidden: not yet ready to handle request, NotReady",
    "PATCH, 500 InternalError conversion webhook for e.com/v1 failed, NoResponse",
    "POST, refused, Rejected",
    "POST, unknown-host, Rejected",
    "POST, tls, Rejected",
    "POST, 403 Forbidden no, Rejected",
    "PATCH, 422 Invalid no, Rejected",
    "PATCH, 429 TooManyRequests busy, Busy",
    "DELETE, 429 TooManyRequests busy, Busy",
    "PATCH, 409 Conflict modified, Changed",
    "PATCH, 404 NotFound gone, Changed",
    "POST, 409 AlreadyExists there, Changed",
    "POST, 409 Conflict quota, Changed",
    "POST, 404 NotFound namespace, Rejected",
    "APPLY, 409 Conflict modified, Changed",
    "APPLY, 404 NotFound namespace, Rejected",
    "DELETE, 404 NotFound gone, Gone",
    "DELETE, 409 Conflict Precondition failed: UID in precondition: 1, Changed",
    "DELETE, 409 Conflict the UID in the precondition (1) does not match the UID, Changed",
    "DELETE, 409 Conflict Precondition failed: ResourceVersion in precondition: 1, Changed",
    "DELETE, 409 Conflict the ResourceVersion in the precondition (1) does not match, Changed",
    "DELETE, 409 Conflict being terminated, Rejected",
  })
  void readsTheFailureOfAWrite(Kind kind, String failure, String result) {
    WriteResult found = WriteResult.of(kind, WriterTest.failure(failure));
    assertThat(found.getClass().getSimpleName()).isEqualTo(result);
  }
}
