const block = '/HPAController'
/** JSON pointers of the tested fields. */
export const periodField = `${block}/HorizontalPodAutoscalerSyncPeriod`
export const windowField = `${block}/HorizontalPodAutoscalerDownscaleStabilizationWindow`
export const tolerance = `${block}/HorizontalPodAutoscalerTolerance`
export const initializationPeriod = `${block}/HorizontalPodAutoscalerCPUInitializationPeriod`
export const readiness = `${block}/HorizontalPodAutoscalerInitialReadinessDelay`
