/** An address for documentation that no machine has (RFC 5737). */
export const advertisedAddress = '192.0.2.77'

/** A name that nobody resolves. */
export const externalName = 'api.outside.example'
