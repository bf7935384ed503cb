const block = '/HPAController'
/** Pointers of the fields. */
export const period = `${block}/HorizontalPodAutoscalerSyncPeriod`
export const window = `${block}/HorizontalPodAutoscalerDownscaleStabilizationWindow`
export const tolerance = `${block}/HorizontalPodAutoscalerTolerance`
export const initializationPeriod = `${block}/HorizontalPodAutoscalerCPUInitializationPeriod`
export const readiness = `${block}/HorizontalPodAutoscalerInitialReadinessDelay`
