/** Returns the first certificate of a PEM file, which only faults use in place of the whole file. */
export function firstAuthority(bundle: string): string {
  return bundle.split(/(?<=-----END CERTIFICATE-----\n)/)[0] ?? ''
}

/** Reports whether a PEM file has several certificates. */
export function isBundle(pem: string): boolean {
  return firstAuthority(pem).length < pem.length
}
