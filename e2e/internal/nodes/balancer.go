package nodes

import (
	"context"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// annotationAddress is the address that a Service of type LoadBalancer gets; without it, it gets none.
const annotationAddress = "e2e.japply.dev/address"

// balance gives load balancers their addresses, as a cloud does.
func balance(ctx context.Context, client kubernetes.Interface) {
	services := cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "services", meta.NamespaceAll, fields.Everything())
	give := func(object any) {
		service := object.(*core.Service).DeepCopy()
		address := service.Annotations[annotationAddress]
		if service.Spec.Type != core.ServiceTypeLoadBalancer || address == "" || len(service.Status.LoadBalancer.Ingress) > 0 {
			return
		}
		service.Status.LoadBalancer.Ingress = []core.LoadBalancerIngress{{IP: address}}
		retry(ctx, "address of "+service.Name, func() error {
			_, err := client.CoreV1().Services(service.Namespace).UpdateStatus(ctx, service, meta.UpdateOptions{})
			return err
		})
	}
	follow(ctx, services, &core.Service{}, cache.ResourceEventHandlerFuncs{
		AddFunc:    give,
		UpdateFunc: func(_, object any) { give(object) },
	})
}
