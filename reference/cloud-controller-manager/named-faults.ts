import own from './faults.json' with { type: 'json' }
import controllers from './controllers/faults.json' with { type: 'json' }

/** Faults of the cloud controller manager alone, each with the field that it breaks and its effect. */
export const namedFaults = {
  ...own,
  ...controllers,
}
