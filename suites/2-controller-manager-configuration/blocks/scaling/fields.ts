const block = '/HPAController'
/** JSON pointers of the tested fields. */
export const period = `${block}/HorizontalPodAutoscalerSyncPeriod`
export const window = `${block}/HorizontalPodAutoscalerDownscaleStabilizationWindow`
export const tolerance = `${block}/HorizontalPodAutoscalerTolerance`
export const initializationPeriod = `${block}/HorizontalPodAutoscalerCPUInitializationPeriod`
export const readiness = `${block}/HorizontalPodAutoscalerInitialReadinessDelay`
