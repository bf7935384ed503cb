import * as v from 'valibot'

/** Several texts. */
export const texts = v.array(v.string())
/** A count. */
export const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
/** What a schema says of a part of it. */
export const described = <Schema extends v.GenericSchema>(schema: Schema, says: string) =>
  v.pipe(schema, v.description(says))
