package dev.japply.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.browser.Chromium;
import dev.japply.browser.Page;
import dev.japply.tree.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `--report=html` in a browser: its script works, whatever the objects hold, and everyone can read
/// and use it. Skipped, and said so, where there is no Chromium.
@EnabledIf(
    value = "dev.japply.browser.Chromium#isInstalled",
    disabledReason = "there is no Chromium, so no page is driven")
@Tag("process")
class HtmlPageTest extends WithReports {
  private static final int WIDE = 1200;
  private static final int PHONE = 360;
  private static final int QUARTER = 250;

  /// What would do something in a page that did not take it for text.
  private static final String EVIL =
      "</script></code><img src=x onerror=\"document.title='broken'\">'&quot;<b";

  private static final String IN_JSON = EVIL.replace("\"", "\\\"");

  private static final String VISIBLE = "[...document.querySelectorAll('details:not([hidden])')]";
  private static final String SUBJECTS =
      VISIBLE + ".map(object => object.querySelector('summary').firstChild.textContent)";

  /// The texts that are too faint to be read: of less contrast than 4.5, as WCAG 2.2 counts it.
  private static final String FAINT_TEXTS =
      """
      (() => {
        const rgb = color => (color.match(/[\\d.]+/g) || []).map(Number);
        const light = color => rgb(color).slice(0, 3).map(value => value / 255)
          .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
          .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
        const behind = element => {
          for (let at = element; at; at = at.parentElement) {
            const color = getComputedStyle(at).backgroundColor;
            if ((rgb(color)[3] ?? 1) > 0) return color;
          }
          return "rgb(255, 255, 255)";
        };
        return [...document.querySelectorAll("body *")]
          .filter(element => element.checkVisibility())
          .filter(element =>
            [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
          .filter(element => {
            const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
          })
          .map(element => element.outerHTML);
      })()
      """;

  @TempDir static Path data;
  private static @Nullable Chromium browser;

  @BeforeAll
  static void startBrowser() throws Exception {
    browser = Chromium.start(Chromium.program().orElseThrow(), data);
  }

  @AfterAll
  static void endBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void putEvilThere() throws IOException {
    String evil = IN_JSON;
    String changed =
        Files.readAllLines(manifests).stream()
            .map(line -> line.contains("\"name\":\"c\"") ? map("c", evil).strip() : line)
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(manifests, changed + map("other", "v").replace("\"k\"", "\"" + evil + "\""));
  }

  private Page page(String command, int width) {
    Path file = directory.resolve("page.html");
    Ran ran = run(command, "--report=html=" + file);
    assertThat(file).as(ran.toString()).exists();
    return Objects.requireNonNull(browser).open(file, width);
  }

  private static void openAll(Page page) {
    page.evaluate(VISIBLE + ".forEach(object => object.open = true)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "why", "plan"})
  void nothingGoesWrongAndNothingIsAskedFor(String command) {
    try (Page page = page(command, WIDE)) {
      openAll(page);
      assertThat(page.text("document.body.textContent"))
          .contains(command.equals("why") ? IN_JSON : EVIL);
      assertThat(page.text("document.title")).isEqualTo("japply " + command);
      assertThat(page.number("document.images.length")).isZero();
      assertThat(page.number("document.scripts.length")).isEqualTo(1);
      assertThat(page.errors()).isEmpty();
      assertThat(page.requests())
          .isNotEmpty()
          .allMatch(url -> url.startsWith("data:") || url.matches("file:.*/page[.]html"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "why", "plan"})
  void threeDocumentsStandBesideEachOther(String command) {
    try (Page page = page(command, WIDE)) {
      openAll(page);
      assertThat(
              page.texts(
                  "[...document.querySelector('thead').querySelectorAll('th')].map(e =>"
                      + " e.innerText)"))
          .containsSubsequence("Last applied", "Manifest", "Live");
      assertThat(page.evaluate("document.querySelector('thead').offsetHeight < 40"))
          .as("headings on one line")
          .isEqualTo(Value.bool(true));
      assertThat(
              page.texts(
                  "[...document.querySelectorAll('tr')].find(row =>"
                      + " row.innerText.startsWith('data.k'))"
                      + ".querySelectorAll('td').values().map(cell => cell.innerText).toArray()"))
          .startsWith("data.k", "\"old\"", "\"" + IN_JSON + "\"")
          .element(3)
          .isEqualTo("\"old\"");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "why", "plan"})
  void everyoneCanReadIt(String command) {
    try (Page page = page(command, WIDE)) {
      openAll(page);
      page.prefer("light");
      String light = page.text("getComputedStyle(document.body).backgroundColor");
      assertThat(page.texts(FAINT_TEXTS)).isEmpty();
      page.prefer("dark");
      assertThat(page.text("getComputedStyle(document.body).backgroundColor")).isNotEqualTo(light);
      assertThat(page.texts(FAINT_TEXTS)).isEmpty();
      page.resize(PHONE);
      assertThat(page.number("document.documentElement.scrollWidth")).isEqualTo(PHONE);
      assertThat(
              page.texts(
                  "[...document.querySelectorAll('td')].filter(e => e.getBoundingClientRect().right"
                      + " > innerWidth).map(e => e.outerHTML)"))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "diff", "why", "plan"})
  void filtersShowAsManyAsTheySay(String command) {
    try (Page page = page(command, WIDE)) {
      page.evaluate(
          "document.getElementById('only').checked && document.getElementById('only').click()");
      int all = page.number(VISIBLE + ".length");
      int buttons = page.number("document.querySelectorAll('.filters button[data-end]').length");
      assertThat(buttons).isGreaterThan(2);
      int sum = 0;
      for (int i = 0; i < buttons; i++) {
        String button = "document.querySelectorAll('.filters button[data-end]')[" + i + "]";
        int said = page.number("parseInt(" + button + ".innerText)");
        page.evaluate(button + ".click()");
        assertThat(page.number(VISIBLE + ".length")).isEqualTo(said);
        assertThat(page.text(button + ".ariaPressed")).isEqualTo("true");
        page.evaluate(button + ".click()");
        sum += said;
      }
      assertThat(sum).isEqualTo(all).isEqualTo(page.number(VISIBLE + ".length"));
      page.evaluate("document.querySelectorAll('.filters button[data-end]')[0].click()");
      page.evaluate("document.querySelectorAll('.filters button[data-end]')[1].click()");
      assertThat(page.number(VISIBLE + ".length"))
          .isEqualTo(
              page.number(
                      "parseInt(document.querySelectorAll('.filters"
                          + " button[data-end]')[0].innerText)")
                  + page.number(
                      "parseInt(document.querySelectorAll('.filters"
                          + " button[data-end]')[1].innerText)"));
    }
  }

  @Test
  void keysSearchMoveAndOpen() {
    try (Page page = page("diff", WIDE)) {
      page.press("/");
      assertThat(page.text("document.activeElement.id")).isEqualTo("search");
      assertThat(page.text("document.activeElement.value")).isEmpty();
      page.type("SECRET s");
      assertThat(page.texts(SUBJECTS)).containsExactly("Secret default/s");
      page.type(" no such thing");
      assertThat(page.texts(SUBJECTS)).isEmpty();
      assertThat(page.evaluate("document.getElementById('none').hidden"))
          .isEqualTo(Value.bool(false));
      page.evaluate("document.getElementById('search').select()");
      page.type("ConfigMap");
      List<String> found = page.texts(SUBJECTS);
      assertThat(found).contains("ConfigMap default/c").doesNotContain("Secret default/s");
      page.press("Escape");
      for (String subject : found) {
        page.press("j");
        assertThat(page.text("document.activeElement.firstChild.textContent")).isEqualTo(subject);
      }
      page.press("j");
      page.press("k");
      assertThat(page.text("document.activeElement.firstChild.textContent"))
          .isEqualTo(found.get(found.size() - 2));
      boolean open =
          page.evaluate("document.activeElement.parentElement.open").equals(Value.bool(true));
      page.press("Enter");
      assertThat(page.evaluate("document.activeElement.parentElement.open"))
          .isEqualTo(Value.bool(!open));
      assertThat(page.errors()).isEmpty();
    }
  }

  /// What changes is open, and alone; the rest is a click away.
  @Test
  void changesAreShownFirst() {
    try (Page page = page("diff", WIDE)) {
      String shown = "[...document.querySelectorAll('details')].filter(e => e.checkVisibility())";
      String closed = shown + ".filter(object => !object.open).length";
      String stays = "[...document.querySelectorAll('tr.stays')].filter(e => e.checkVisibility())";
      int changes = page.number(shown + ".length");
      assertThat(changes)
          .isPositive()
          .isEqualTo(page.number("document.querySelectorAll('.changed, .failed').length"));
      assertThat(
              page.number(
                  shown
                      + ".filter(object => object.classList.contains('changed')"
                      + " && !object.open).length"))
          .isZero();
      assertThat(page.number(stays + ".length")).isZero();
      page.evaluate("document.getElementById('only').click()");
      assertThat(page.number(shown + ".length")).isGreaterThan(changes);
      assertThat(page.number(stays + ".length")).isPositive();
      page.press("o");
      assertThat(page.number(closed)).isZero();
      page.evaluate("document.getElementById('all').click()");
      assertThat(page.number(closed)).isEqualTo(page.number(shown + ".length"));
      page.evaluate("document.getElementById('only').click()");
      page.evaluate("document.querySelector('[data-end=UNCHANGED]').click()");
      assertThat(page.evaluate("document.getElementById('only').checked"))
          .isEqualTo(Value.bool(false));
      assertThat(page.number(shown + ".length"))
          .isEqualTo(
              page.number("document.querySelectorAll('details[data-end=UNCHANGED]').length"));
      assertThat(page.errors()).isEmpty();
    }
  }

  private static final String SHOWN =
      "[...document.querySelectorAll('details')].filter(e => e.checkVisibility()).length";

  /// A search, the filters and the keys need scripts. What changes is there without them.
  @Test
  void isReadWithoutScripts() {
    try (Page page = page("plan", WIDE)) {
      int shown = page.number(SHOWN);
      page.reloadWithoutScripts();
      assertThat(page.number(SHOWN)).isEqualTo(shown);
      assertThat(page.text("document.querySelector('details.changed .inside').innerText"))
          .contains("data.k");
      assertThat(
              page.texts(
                  "[...document.querySelectorAll('button, input, .keys')]"
                      + ".filter(e => e.checkVisibility()).map(e => e.id)"))
          .containsExactly("only");
    }
  }

  @Test
  void printsWhatChanges() {
    try (Page page = page("plan", WIDE)) {
      page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = false; })");
      page.medium("print");
      assertThat(
              page.number(
                  "[...document.querySelectorAll('details.changed .inside')]"
                      + ".filter(e => e.getBoundingClientRect().height > 10).length"))
          .isEqualTo(page.number("document.querySelectorAll('details.changed').length"));
      assertThat(page.number("document.querySelector('.filters').offsetHeight")).isZero();
    }
  }

  /// A quarter each of 1,000 objects is new, changed, deleted and unchanged.
  @Test
  void showsThousandObjects() throws IOException {
    var before = new StringBuilder();
    var after = new StringBuilder();
    for (int i = 0; i < QUARTER; i++) {
      before.append(map("a" + i, "old")).append(map("gone" + i, "x")).append(map("b" + i, "x"));
      after.append(map("a" + i, "new")).append(map("new" + i, "x")).append(map("b" + i, "x"));
    }
    setting.reading(before.toString()).run("apply", "-f", "-");
    Files.writeString(manifests, after);
    Path file = directory.resolve("page.html");
    String[] prune = {"--local", "--prune", "--all", "--prune-allowlist=core/v1/ConfigMap"};
    Ran ran = run("plan", prune[0], prune[1], prune[2], prune[3], "--report=html=" + file);
    assertThat(ran.status()).as(ran.err()).isZero();
    try (Page page = Objects.requireNonNull(browser).open(file, WIDE)) {
      assertThat(page.number("document.querySelectorAll('details').length"))
          .isEqualTo(4 * QUARTER + 2); // with the two of this class that are pruned
      assertThat(page.number(SHOWN)).isEqualTo(3 * QUARTER + 2);
      assertThat(page.number("document.querySelectorAll('details[open]').length")).isZero();
      assertThat(page.texts("[document.querySelector('details.changed .end').innerText]"))
          .containsExactly("to configure");
      page.evaluate("document.querySelector('[data-end=PRUNED]').click()");
      assertThat(page.number(SHOWN)).isEqualTo(QUARTER + 2);
      page.evaluate("document.querySelector('[data-end=PRUNED]').click()");
      page.press("/");
      page.type("new" + (QUARTER - 1));
      assertThat(page.texts(SUBJECTS)).containsExactly("ConfigMap default/new" + (QUARTER - 1));
      page.evaluate("document.getElementById('search').select()");
      page.type("configmap");
      page.press("Escape");
      for (int i = 0; i < 20; i++) {
        page.press("j");
      }
      assertThat(page.text("document.activeElement.firstChild.textContent"))
          .isEqualTo("ConfigMap default/new9");
      page.press("o");
      assertThat(page.number("document.querySelectorAll('details[open]').length"))
          .isEqualTo(3 * QUARTER + 2);
      page.evaluate("document.getElementById('only').click()");
      assertThat(page.number(SHOWN)).isEqualTo(4 * QUARTER + 2);
      assertThat(page.errors()).isEmpty();
    }
  }
}
