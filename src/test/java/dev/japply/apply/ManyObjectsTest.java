package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.apply.Event.Detail;
import dev.japply.apply.Event.Outcome;
import dev.japply.apply.ExecutionOptions.Schedule;
import dev.japply.cluster.Cluster;
import dev.japply.cluster.FakeCluster;
import dev.japply.cluster.ListPage;
import dev.japply.merge.MergeRequest.Rules;
import dev.japply.object.KubeObject;
import dev.japply.plan.Compatibility;
import dev.japply.plan.CustomTypes;
import dev.japply.plan.Order;
import dev.japply.plan.Ways;
import dev.japply.problem.Origin;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManyObjectsTest {
  private final FakeCluster cluster = new FakeCluster();
  private final List<Event> events = new ArrayList<>();
  private final Ending stop = new Ending();

  private static MapValue object(String kind, String name) {
    return (MapValue)
        Json.parse(
            "{'apiVersion':'v1','kind':'%s','metadata':{'name':'%s','namespace':'default'}}"
                .formatted(kind, name)
                .replace('\'', '"'));
  }

  private static List<MapValue> configMaps(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> object("ConfigMap", "%s%05d".formatted(prefix, i)))
        .toList();
  }

  private void run(Cluster on, Rules rules, int concurrency, List<MapValue> trees) {
    var options = Options.of(Ways.planning(rules), new Schedule(Order.DEPENDENCIES, concurrency));
    List<KubeObject> objects =
        trees.stream().map(tree -> KubeObject.of(tree, new Origin("f", 1, 1))).toList();
    ResolvedObjects targets =
        ResolvedObjects.find(
            on, /* enforced= */ false, objects, CustomTypes.NONE, Compatibility.kubectl());
    new Apply(on, Apply.Settings.of(options), stop, Options.into(events)).run(targets.targets());
  }

  private void run(List<MapValue> trees) {
    run(cluster, Rules.JAPPLY, 8, trees);
  }

  /// How many requests there were of each verb.
  private Map<String, Long> verbs() {
    return cluster.requests.stream()
        .collect(
            Collectors.groupingBy(
                request -> request.substring(0, request.indexOf(' ')), Collectors.counting()));
  }

  private List<String> told() {
    return events.stream()
        .map(event ->
            switch (event) {
              case Event.Applied applied ->
                  applied.desired().name() + " " + applied.outcome().word();
              case Event.Failed failed -> failed.desired().name() + " failed";
              case Event.Sending sending -> sending.desired().name() + " " + sending.verb();
              default -> event.toString();
            })
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"7, 7, 0", "8, 0, 1", "20, 0, 1", "1000, 0, 3"})
  void readsManyByLists(int count, long reads, long lists) {
    configMaps("a", count).forEach(cluster::put);
    run(configMaps("a", count));
    assertThat(verbs().getOrDefault("GET", 0L)).isEqualTo(reads);
    assertThat(verbs().getOrDefault("LIST", 0L)).isEqualTo(lists);
  }

  @Test
  void createsWhatAListLacksWithoutAskingForIt() {
    run(configMaps("a", 20));
    assertThat(verbs()).isEqualTo(Map.of("LIST", 1L, "POST", 20L));
    assertThat(told()).contains("a00019 created");
  }

  @Test
  void readsFewAmongManyOthersOneByOne() {
    configMaps("a", 1000).forEach(cluster::put);
    configMaps("b", 20).forEach(cluster::put);
    run(configMaps("b", 20));
    assertThat(verbs()).containsEntry("LIST", 1L).containsEntry("GET", 20L);
  }

  /// Two pages hold much that is wanted; the third holds nothing of it, and is the last to be read.
  @Test
  void readsOnWhileMostIsWanted() {
    configMaps("a", 300).forEach(cluster::put);
    configMaps("b", 5000).forEach(cluster::put);
    run(Stream.concat(configMaps("a", 300).stream(), configMaps("c", 9).stream()).toList());
    assertThat(verbs()).containsEntry("LIST", 3L).containsEntry("GET", 9L);
    assertThat(verbs()).containsEntry("POST", 9L);
  }

  @Test
  void readsOneByOneWhereListsAreNotAllowed() {
    configMaps("a", 20).forEach(cluster::put);
    cluster.fail("LIST", 403, "Forbidden", "no");
    run(configMaps("a", 20));
    assertThat(verbs()).containsEntry("GET", 20L);
    assertThat(told()).noneMatch(line -> line.endsWith("failed"));
  }

  /// The list lacks it; somebody else creates it before the POST.
  @Test
  void mergesWithWhatCameAfterTheList() {
    cluster.fail("POST default/a00003", 409, "AlreadyExists", "already exists");
    configMaps("a", 1).forEach(cluster::put);
    run(configMaps("a", 20));
    assertThat(verbs()).containsEntry("GET", 1L).containsEntry("POST", 20L);
    assertThat(told()).contains("a00003 created");
  }

  @Test
  void readsAgainWhatStandsTwiceInTheInput() {
    MapValue other = object("ConfigMap", "a00003");
    MapValue labelled =
        other.with("metadata", other.map("metadata").with("labels", MapValue.of("x", text("y"))));
    run(Stream.concat(configMaps("a", 20).stream(), Stream.of(labelled)).toList());
    assertThat(verbs()).isEqualTo(Map.of("LIST", 1L, "GET", 1L, "POST", 20L, "PATCH", 1L));
    assertThat(told()).endsWith("a00003 PATCH", "a00003 configured");
  }

  /// Otherwise the object would not end as its last manifest states.
  @Test
  void appliesDocumentsOfOneObjectOneAfterTheOther() {
    Runnable slowly = () -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    List<MapValue> versions =
        IntStream.range(0, 3)
            .mapToObj(i -> object("ConfigMap", "a").with("v", text("" + i)))
            .toList();
    var trees = new ArrayList<>(versions);
    trees.add(1, object("ConfigMap", "b"));
    run(before(Map.of("create", slowly, "patch", slowly)), Rules.JAPPLY, 4, trees);
    assertThat(cluster.requests)
        .filteredOn(request -> request.contains("default/a"))
        .map(request -> request.substring(0, request.indexOf(' ')))
        .containsExactly("GET", "POST", "GET", "PATCH", "GET", "PATCH");
    assertThat(cluster.object("configmaps default/a").get("v")).isEqualTo(text("2"));
  }

  private static Value text(String text) {
    return Value.text(text);
  }

  /// Passes on only when so many reads have come at once.
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void readsSoManyAtOnce(int concurrency) {
    var barrier = new CyclicBarrier(concurrency);
    Cluster gated = before(Map.of("get", () -> await(barrier)));
    run(gated, Rules.JAPPLY, concurrency, configMaps("a", concurrency));
    assertThat(told()).contains("a00000 created");
    assertThat(barrier.isBroken()).isFalse();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The cluster, with something that is done before each call of a method.
  private Cluster before(Map<String, Runnable> actions) {
    return (Cluster)
        Proxy.newProxyInstance(
            Cluster.class.getClassLoader(),
            new Class<?>[] {Cluster.class},
            (proxy, method, arguments) -> {
              actions.getOrDefault(method.getName(), () -> {}).run();
              return called(method, arguments);
            });
  }

  private Object called(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(cluster, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /// Pods need what ConfigMaps hold, wherever they stand in the input.
  @Test
  void waitsForAllThatComesBefore() {
    var trees = new ArrayList<MapValue>();
    for (int i = 0; i < 40; i++) {
      trees.add(object(i % 2 == 0 ? "Pod" : "ConfigMap", "a" + i));
    }
    run(trees);
    List<String> kinds =
        cluster.requests.stream()
            .filter(request -> request.startsWith("POST "))
            .map(request -> request.replaceAll(".*\"kind\":\"(\\w+)\".*", "$1"))
            .toList();
    assertThat(kinds).hasSize(40).isSortedAccordingTo(String::compareTo);
  }

  /// While a ConfigMap is still being created, Pods are not read: what others, or what comes of the
  /// ConfigMaps, make of them meanwhile would not be seen.
  @Test
  void readsNothingAheadOfWhatComesBefore() {
    var early = new AtomicInteger();
    Cluster watched =
        before(
            Map.of(
                "create",
                () -> {
                  for (int i = 0; i < 20 && listsOfPods() == 0; i++) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                  }
                  early.addAndGet((int) listsOfPods());
                }));
    List<MapValue> pods = IntStream.range(0, 8).mapToObj(i -> object("Pod", "s" + i)).toList();
    pods.forEach(cluster::put);
    List<MapValue> trees = Stream.concat(pods.stream(), configMaps("a", 8).stream()).toList();
    run(watched, Rules.JAPPLY, 9, trees);
    assertThat(listsOfPods()).isEqualTo(1);
    assertThat(early).hasValue(0);
  }

  private long listsOfPods() {
    return cluster.requests.stream().filter("LIST default/pods"::equals).count();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void tellsTheSameWhateverFinishesFirst(long seed) {
    List<String> one = toldByRun(seed, 1);
    List<String> many = toldByRun(seed, 16);
    assertThat(many).isEqualTo(one).hasSizeGreaterThan(200);
  }

  private static List<String> toldByRun(long seed, int concurrency) {
    var random = new Random(seed);
    var test = new ManyObjectsTest();
    var trees = new ArrayList<MapValue>();
    for (int i = 0; i < 200; i++) {
      MapValue tree = object(random.nextBoolean() ? "Pod" : "ConfigMap", "a" + i);
      trees.add(tree);
      switch (random.nextInt(4)) {
        case 0 -> test.cluster.put(tree);
        case 1 -> test.cluster.fail("POST default/a" + i, 403, "Forbidden", "no");
        default -> {}
      }
    }
    Collections.shuffle(trees, random);
    test.run(test.cluster, Rules.JAPPLY, concurrency, trees);
    return test.told();
  }

  /// What waits for its turn is cut down to names, and what is told at once is whole.
  @Test
  void keepsOnlyNamesOfWhatWaits() {
    var whole =
        new Event.Applied(
            KubeObject.of(object("ConfigMap", "a"), new Origin("f", 1, 1)),
            Outcome.CREATED,
            object("ConfigMap", "a").with("data", text("x")));
    var sending = new Event.Sending(whole.desired(), "POST", whole.object());
    assertThat(Detail.WHOLE.kept(whole)).contains(whole);
    assertThat(Detail.WHOLE.kept(sending)).contains(sending);
    assertThat(Detail.NAMES.kept(sending)).isEmpty();
    assertThat(Detail.NAMES.kept(whole))
        .contains(new Event.Applied(whole.desired(), whole.outcome(), object("ConfigMap", "a")));
  }

  @Test
  void pagesOfLargeObjectsAreSmall() {
    var limits = new ArrayList<Integer>();
    Cluster large =
        (Cluster)
            Proxy.newProxyInstance(
                Cluster.class.getClassLoader(),
                new Class<?>[] {Cluster.class},
                (proxy, method, arguments) -> {
                  Object answer = called(method, arguments);
                  if (answer instanceof ListPage page) {
                    limits.add(((ListPage.Request) arguments[2]).limit());
                    return new ListPage(
                        page.held(),
                        page.held() * (1L << 20),
                        page.wanted(),
                        page.next(),
                        page.version(),
                        page.remaining());
                  }
                  return answer;
                });
    configMaps("a", 120).forEach(cluster::put);
    run(large, Rules.JAPPLY, 8, configMaps("a", 120));
    assertThat(limits).startsWith(100, 4, 4).hasSize(6);
  }
}
