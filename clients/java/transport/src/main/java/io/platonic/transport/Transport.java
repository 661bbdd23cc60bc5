package io.platonic.transport;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelProvider;

/** Names what gRPC begins with: the package has nothing that this class does not reach. */
final class Transport {
  static final Class<?> PROVIDER = NettyChannelProvider.class;

  private Transport() {}
}
