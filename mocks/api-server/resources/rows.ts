// One line per resource: plural, kind, `ns` or `-`, subresources or `-`, then deviations from the defaults: `short=`,
// `in=` (categories), `fields=`, and the words `counted`, `keeps-status`, `versioned`, `upsert`, `shows-deleted`,
// `review`. Taken from the discovery documents of a server of version 1.34.

/** Resources that control plane programs of version 1.34 request, by group and version. */
export const rows: Readonly<Record<string, string>> = {
  v1: `
bindings Binding ns - review
configmaps ConfigMap ns - short=cm
endpoints Endpoints ns - short=ep upsert
events Event ns - short=ev upsert fields=involvedObject.kind,involvedObject.namespace,involvedObject.name,involvedObject.uid,involvedObject.apiVersion,involvedObject.resourceVersion,involvedObject.fieldPath,reason,reportingComponent,source,type
limitranges LimitRange ns - short=limits upsert
namespaces Namespace - finalize,status short=ns fields=status.phase
nodes Node - status short=no keeps-status fields=spec.unschedulable
persistentvolumeclaims PersistentVolumeClaim ns status short=pvc shows-deleted
persistentvolumes PersistentVolume - status short=pv shows-deleted
pods Pod ns binding,ephemeralcontainers,eviction,resize,status short=po in=all counted fields=spec.nodeName,spec.restartPolicy,spec.schedulerName,spec.serviceAccountName,spec.hostNetwork,status.phase,status.podIP,status.nominatedNodeName shows-deleted
podtemplates PodTemplate ns - counted shows-deleted
replicationcontrollers ReplicationController ns scale,status short=rc in=all counted fields=status.replicas
resourcequotas ResourceQuota ns status short=quota shows-deleted
secrets Secret ns - fields=type
serviceaccounts ServiceAccount ns token short=sa shows-deleted
services Service ns status short=svc in=all upsert fields=spec.clusterIP,spec.type shows-deleted`,
  'apiregistration.k8s.io/v1': `
apiservices APIService - status in=api-extensions`,
  'apps/v1': `
controllerrevisions ControllerRevision ns -
daemonsets DaemonSet ns status short=ds in=all counted
deployments Deployment ns scale,status short=deploy in=all counted
replicasets ReplicaSet ns scale,status short=rs in=all counted fields=status.replicas
statefulsets StatefulSet ns scale,status short=sts in=all counted`,
  'events.k8s.io/v1': `
events Event ns - short=ev upsert fields=reason,type`,
  'authentication.k8s.io/v1': `
selfsubjectreviews SelfSubjectReview - - review
tokenreviews TokenReview - - review`,
  'authorization.k8s.io/v1': `
localsubjectaccessreviews LocalSubjectAccessReview ns - review
selfsubjectaccessreviews SelfSubjectAccessReview - - review
selfsubjectrulesreviews SelfSubjectRulesReview - - review
subjectaccessreviews SubjectAccessReview - - review`,
  'autoscaling/v2': `
horizontalpodautoscalers HorizontalPodAutoscaler ns status short=hpa in=all`,
  'autoscaling/v1': `
horizontalpodautoscalers HorizontalPodAutoscaler ns status short=hpa in=all`,
  'batch/v1': `
cronjobs CronJob ns status short=cj in=all counted
jobs Job ns status in=all counted fields=status.successful`,
  'certificates.k8s.io/v1': `
certificatesigningrequests CertificateSigningRequest - approval,status short=csr fields=spec.signerName`,
  'networking.k8s.io/v1': `
ingressclasses IngressClass - - counted
ingresses Ingress ns status short=ing counted
ipaddresses IPAddress - - short=ip
networkpolicies NetworkPolicy ns - short=netpol counted
servicecidrs ServiceCIDR - status`,
  'policy/v1': `
poddisruptionbudgets PodDisruptionBudget ns status short=pdb counted versioned`,
  'rbac.authorization.k8s.io/v1': `
clusterrolebindings ClusterRoleBinding - - upsert
clusterroles ClusterRole - - upsert
rolebindings RoleBinding ns - upsert
roles Role ns - upsert`,
  'storage.k8s.io/v1': `
csidrivers CSIDriver - - versioned shows-deleted
csinodes CSINode - - versioned shows-deleted
csistoragecapacities CSIStorageCapacity ns - versioned
storageclasses StorageClass - - short=sc shows-deleted
volumeattachments VolumeAttachment - status versioned shows-deleted
volumeattributesclasses VolumeAttributesClass - - short=vac`,
  'admissionregistration.k8s.io/v1': `
mutatingwebhookconfigurations MutatingWebhookConfiguration - - in=api-extensions counted versioned
validatingadmissionpolicies ValidatingAdmissionPolicy - status in=api-extensions counted versioned
validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding - - in=api-extensions counted versioned
validatingwebhookconfigurations ValidatingWebhookConfiguration - - in=api-extensions counted versioned`,
  'apiextensions.k8s.io/v1': `
customresourcedefinitions CustomResourceDefinition - status short=crd,crds in=api-extensions counted`,
  'scheduling.k8s.io/v1': `
priorityclasses PriorityClass - - short=pc counted`,
  'coordination.k8s.io/v1': `
leases Lease ns - versioned upsert`,
  'node.k8s.io/v1': `
runtimeclasses RuntimeClass - - versioned upsert`,
  'discovery.k8s.io/v1': `
endpointslices EndpointSlice ns - counted`,
  'resource.k8s.io/v1': `
deviceclasses DeviceClass - - counted
resourceclaims ResourceClaim ns status
resourceclaimtemplates ResourceClaimTemplate ns -
resourceslices ResourceSlice - - counted fields=spec.nodeName,spec.driver`,
  'flowcontrol.apiserver.k8s.io/v1': `
flowschemas FlowSchema - status counted
prioritylevelconfigurations PriorityLevelConfiguration - status counted`,
}
