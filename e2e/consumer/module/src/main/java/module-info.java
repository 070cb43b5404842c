/// A program that is a module.
module com.example.consumer {
  requires dev.japply;
  requires kubernetes.client.api;
  requires kubernetes.model.core;
}
