import * as v from 'valibot'

/** A list of texts. */
export const texts = v.array(v.string())
/** A whole number from 0. */
export const nonNegativeInteger = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Adds a description to a schema. */
export const withDescription = <Schema extends v.GenericSchema>(schema: Schema, says: string) =>
  v.pipe(schema, v.description(says))
