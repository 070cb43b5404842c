package dev.japply.browser;

import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.IntValue;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A page in a browser.
public final class Page implements AutoCloseable {
  private static final int HEIGHT = 900;

  /// What a key is called besides its name: its number, and the text that it types.
  private record Key(int number, String text) {}

  private static final Map<String, Key> KEYS =
      Map.of("Enter", new Key(13, "\r"), "Escape", new Key(27, ""), "Tab", new Key(9, ""));

  private final DevTools tools;
  private final String session;
  private final String target;

  Page(DevTools tools, String session, String target) {
    this.tools = tools;
    this.session = session;
    this.target = target;
  }

  private MapValue call(String method, MapValue parameters) {
    return tools.call(session, method, parameters);
  }

  /// Loads an address, and waits until all of it is there.
  void show(URI address, int width) {
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", MapValue.EMPTY);
    }
    resize(width);
    call("Page.navigate", MapValue.of("url", Value.text(address.toString())));
    awaitTrue("document.readyState === 'complete' && location.href !== 'about:blank'");
  }

  /// Makes it that wide.
  public void resize(int width) {
    call(
        "Emulation.setDeviceMetricsOverride",
        MapValue.of("width", Value.number(width))
            .with("height", Value.number(HEIGHT))
            .with("deviceScaleFactor", Value.number(1))
            .with("mobile", Value.bool(false)));
  }

  /// Lets the reader prefer that scheme of colours.
  public void prefer(String scheme) {
    MapValue feature =
        MapValue.of("name", Value.text("prefers-color-scheme")).with("value", Value.text(scheme));
    call("Emulation.setEmulatedMedia", MapValue.of("features", new ListValue(List.of(feature))));
  }

  /// Loads it again as a browser shows it that runs no scripts. Expressions have a value all the
  /// same.
  public void reloadWithoutScripts() {
    call("Emulation.setScriptExecutionDisabled", MapValue.of("value", Value.bool(true)));
    evaluate("window.before = true");
    call("Page.reload", MapValue.EMPTY);
    awaitTrue("document.readyState === 'complete' && !window.before");
  }

  /// Shows it as on that medium, such as `print`.
  public void medium(String name) {
    call("Emulation.setEmulatedMedia", MapValue.of("media", Value.text(name)));
  }

  /// Returns the number of bytes that its script and its nodes take.
  public long memory() {
    return call("Runtime.getHeapUsage", MapValue.EMPTY).get("usedSize") instanceof IntValue size
        ? size.value()
        : -1;
  }

  /// The value of an expression.
  public Node evaluate(String expression) {
    MapValue said =
        call(
            "Runtime.evaluate",
            MapValue.of("expression", Value.text(expression))
                .with("returnByValue", Value.bool(true)));
    if (said.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + GoJson.write(said));
    }
    return said.map("result").get("value");
  }

  /// The value of an expression that is a text.
  public String text(String expression) {
    return evaluate(expression) instanceof StringValue(String text) ? text : "";
  }

  /// The value of an expression that is a whole number.
  public int number(String expression) {
    return evaluate(expression) instanceof IntValue number ? (int) number.value() : -1;
  }

  /// The value of an expression that is a list of texts.
  public List<String> texts(String expression) {
    return evaluate(expression) instanceof ListValue(List<Value> items)
        ? items.stream().map(item -> item instanceof StringValue(String text) ? text : "").toList()
        : List.of();
  }

  private void awaitTrue(String expression) {
    for (int i = 0; i < 600 && !evaluate(expression).equals(Value.bool(true)); i++) {
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// Presses a key: one with a name, or that of a character.
  public void press(String key) {
    Key known = KEYS.getOrDefault(key, new Key(key.toUpperCase(Locale.ROOT).charAt(0), key));
    MapValue event =
        MapValue.of("key", Value.text(key))
            .with("windowsVirtualKeyCode", Value.number(known.number()));
    MapValue down =
        known.text().isEmpty()
            ? event.with("type", Value.text("rawKeyDown"))
            : event.with("type", Value.text("keyDown")).with("text", Value.text(known.text()));
    call("Input.dispatchKeyEvent", down);
    call("Input.dispatchKeyEvent", event.with("type", Value.text("keyUp")));
  }

  /// Types text where the focus is.
  public void type(String text) {
    call("Input.insertText", MapValue.of("text", Value.text(text)));
  }

  /// What it looks like, as a PNG.
  public byte[] picture() {
    return Base64.getDecoder().decode(call("Page.captureScreenshot", MapValue.EMPTY).text("data"));
  }

  /// What went wrong in it: exceptions, errors on the console, and what its policy forbade.
  public List<String> errors() {
    return tools.events(session).stream()
        .filter(event ->
            switch (event.text("method")) {
              case "Runtime.exceptionThrown" -> true;
              case "Runtime.consoleAPICalled" ->
                  List.of("error", "warning", "assert").contains(event.map("params").text("type"));
              case "Log.entryAdded" ->
                  !event.map("params").map("entry").text("level").equals("verbose");
              default -> false;
            })
        .map(GoJson::write)
        .toList();
  }

  /// The addresses that it has asked for.
  public List<String> requests() {
    return tools.events(session).stream()
        .filter(event -> event.text("method").equals("Network.requestWillBeSent"))
        .map(event -> event.map("params").map("request").text("url"))
        .toList();
  }

  @Override
  public void close() {
    tools.call("", "Target.closeTarget", MapValue.of("targetId", Value.text(target)));
  }
}
