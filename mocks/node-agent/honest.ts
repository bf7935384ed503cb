/** What a good node agent answers when it is asked for the log of a container. */
export function logOf({ namespace, pod, container }: LogPlace): string {
  return `${namespace}/${pod}/${container} has nothing to tell\n`
}

/** Whose log is asked for. */
export interface LogPlace {
  readonly namespace: string
  readonly pod: string
  readonly container: string
}
