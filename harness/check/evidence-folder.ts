/** The name of a check's folder below `evidence/`. */
export function evidenceFolder(checkId: string): string {
  return checkId.replaceAll('/', '.')
}
