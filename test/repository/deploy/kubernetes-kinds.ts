import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { ConfigMap, Secret, Service, ServiceAccount } from 'kubernetes-types/core/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';

/** What our manifests may be, as the API of Kubernetes has it: the types are made of its OpenAPI document. */
export interface Kinds {
  'v1 ConfigMap': ConfigMap;
  'v1 Secret': Secret;
  'v1 Service': Service;
  'v1 ServiceAccount': ServiceAccount;
  'apps/v1 Deployment': Deployment;
  'networking.k8s.io/v1 Ingress': Ingress;
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy;
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget;
}
