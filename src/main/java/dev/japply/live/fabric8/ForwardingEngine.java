package dev.japply.live.fabric8;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// An engine that hands all to another one.
class ForwardingEngine extends SSLEngine {
  private final SSLEngine inner;

  ForwardingEngine(SSLEngine inner) {
    super(inner.getPeerHost(), inner.getPeerPort());
    this.inner = inner;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
      throws SSLException {
    return inner.wrap(from, offset, length, to);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
      throws SSLException {
    return inner.unwrap(from, to, offset, length);
  }

  @Override
  public @Nullable Runnable getDelegatedTask() {
    return inner.getDelegatedTask();
  }

  @Override
  public void closeInbound() throws SSLException {
    inner.closeInbound();
  }

  @Override
  public boolean isInboundDone() {
    return inner.isInboundDone();
  }

  @Override
  public void closeOutbound() {
    inner.closeOutbound();
  }

  @Override
  public boolean isOutboundDone() {
    return inner.isOutboundDone();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return inner.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return inner.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    inner.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return inner.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return inner.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    inner.setEnabledProtocols(protocols);
  }

  @Override
  public SSLSession getSession() {
    return inner.getSession();
  }

  @Override
  public @Nullable SSLSession getHandshakeSession() {
    return inner.getHandshakeSession();
  }

  @Override
  public void beginHandshake() throws SSLException {
    inner.beginHandshake();
  }

  @Override
  public SSLEngineResult.HandshakeStatus getHandshakeStatus() {
    return inner.getHandshakeStatus();
  }

  @Override
  public void setUseClientMode(boolean mode) {
    inner.setUseClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return inner.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    inner.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return inner.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    inner.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return inner.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    inner.setEnableSessionCreation(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return inner.getEnableSessionCreation();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return inner.getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    inner.setSSLParameters(parameters);
  }

  @Override
  public @Nullable String getApplicationProtocol() {
    return inner.getApplicationProtocol();
  }

  @Override
  public @Nullable String getHandshakeApplicationProtocol() {
    return inner.getHandshakeApplicationProtocol();
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLEngine, List<String>, String> selector) {
    inner.setHandshakeApplicationProtocolSelector(selector);
  }

  @Override
  public @Nullable BiFunction<SSLEngine, List<String>, String>
      getHandshakeApplicationProtocolSelector() {
    return inner.getHandshakeApplicationProtocolSelector();
  }
}
