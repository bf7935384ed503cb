/** How often something about time is measured at most: a busy machine spoils some measurements, rarely the same ones each time. */
export const mostMeasurements = 3
