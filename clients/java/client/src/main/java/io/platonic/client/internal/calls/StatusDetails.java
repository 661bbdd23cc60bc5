package io.platonic.client.internal.calls;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.Metadata;
import io.platonic.fault.v1.FaultDetail;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Details that services send beside the status of a failure. Read without the classes of google.rpc, whose package would be a ninth of
 * what an application gets.
 *
 * @param fault failure of the contract; empty if an intermediary has answered
 * @param retryDelay how long the service asks to wait; empty if it does not
 */
record StatusDetails(Optional<FaultDetail> fault, Optional<Duration> retryDelay) {
  /** A google.rpc.Status. */
  private static final Metadata.Key<byte[]> KEY =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
  /** The field of google.rpc.Status with messages in Any. */
  private static final int DETAILS = 3;
  private static final String RETRY_INFO = "/google.rpc.RetryInfo";
  /** The field of google.rpc.RetryInfo with a Duration. */
  private static final int RETRY_DELAY = 1;

  static StatusDetails of(Metadata trailers) throws InvalidProtocolBufferException {
    byte[] status = trailers == null ? null : trailers.get(KEY);
    Optional<FaultDetail> fault = Optional.empty();
    Optional<Duration> delay = Optional.empty();
    if (status == null) return new StatusDetails(fault, delay);
    for (ByteString bytes : messages(UnknownFieldSet.parseFrom(status), DETAILS)) {
      Any detail = Any.parseFrom(bytes);
      if (detail.is(FaultDetail.class)) fault = Optional.of(detail.unpack(FaultDetail.class));
      if (detail.getTypeUrl().endsWith(RETRY_INFO)) delay = Optional.of(delayOf(detail.getValue()));
    }
    return new StatusDetails(fault, delay);
  }

  private static Duration delayOf(ByteString retryInfo) throws InvalidProtocolBufferException {
    Duration delay = Duration.ZERO;
    for (ByteString bytes : messages(UnknownFieldSet.parseFrom(retryInfo), RETRY_DELAY)) {
      com.google.protobuf.Duration told = com.google.protobuf.Duration.parseFrom(bytes);
      delay = Times.atMost(Duration.ofSeconds(told.getSeconds()).plusNanos(told.getNanos()));
    }
    return delay;
  }

  private static List<ByteString> messages(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList();
  }
}
