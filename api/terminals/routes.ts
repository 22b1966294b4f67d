import Type from 'typebox'
import { asId, type TerminalId } from '#domain/ids.ts'
import { findTerminal, listTerminals } from '#use-cases/terminals/find.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter, pageFields, said } from '#http/fields.ts'
import {
  activationCodeField,
  clearable,
  deviceFields,
  labelField,
  pointOfSaleField,
} from './fields.ts'
import { newestPage } from '#http/page.ts'
import { type About, type Route, route } from '#http/route.ts'
import { about } from './about.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import {
  deletedTerminal as deletedTerminalSchema,
  terminal as terminalSchema,
} from '#api/schemas/terminals.ts'
import { terminalTypes } from '#domain/terminals/terminal.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { activateTerminal } from '#use-cases/terminals/activate.ts'
import { changeTerminal } from '#use-cases/terminals/change.ts'
import { deleteTerminal } from '#use-cases/terminals/delete.ts'
import { setTerminalState } from '#use-cases/terminals/set-state.ts'
import { regenerateTerminal } from '#use-cases/terminals/regenerate.ts'
import { fail } from '#domain/errors/errors.ts'
import type { Caller } from '#use-cases/keys/caller.ts'

/** The terminals of the service in the key's mode, newest first. */
export function listTerminalsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals',
    keys: ['secret'],
    summary: 'Lister les terminaux',
    about: about.listTerminals,
    answer: { object: terminalSchema, isList: true },
    query: Type.Object(pageFields),
    async handler({ caller, query }) {
      const body = await newestPage(context, {
        place: { list: 'terminals', scope: caller.serviceEnvId },
        asked: query,
        read: (part) => listTerminals(context.database, caller.serviceEnvId, part),
        at: ({ createdAt }) => createdAt,
        present: presentTerminal,
      })
      return { body }
    },
  })
}

/** Creates a terminal; only this answer contains its activation code. */
export function createTerminalRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals',
    keys: ['secret'],
    summary: 'Créer un terminal',
    about: about.createTerminal,
    answer: { object: terminalSchema },
    success: 201,
    body: Type.Object({
      type: said(
        choiceField('invalid_type', terminalTypes),
        '`pos` for a device, `shop` for a cash desk. It cannot be changed.',
        'pos',
      ),
      label: labelField,
      point_of_sale: Type.Optional(pointOfSaleField),
      serial_number: Type.Optional(deviceFields.serial_number),
      device_type: Type.Optional(deviceFields.device_type),
    }),
    async handler({ caller, body }) {
      const { terminal, activationCode } = await createTerminal(
        context.database,
        caller.serviceEnvId,
        {
          type: body.type,
          label: body.label,
          pointOfSale: body.point_of_sale ?? null,
          serialNumber: body.serial_number ?? null,
          deviceType: body.device_type ?? null,
        },
      )
      return {
        body: { data: { ...presentTerminal(terminal), activation_code: activationCode } },
        headers: { Location: `/v2/terminals/${terminal.id}` },
      }
    },
  })
}

/** A device exchanges its activation code for its key, which only this answer contains. */
export function activateTerminalRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/activate',
    keys: 'none',
    summary: 'Activer un terminal avec son code',
    about: about.activateTerminal,
    answer: { object: terminalSchema },
    body: Type.Object({
      activation_code: activationCodeField,
      serial_number: Type.Optional(deviceFields.serial_number),
      device_type: Type.Optional(deviceFields.device_type),
      app_version: Type.Optional(deviceFields.app_version),
    }),
    async handler({ body }) {
      const { terminal, key } = await activateTerminal(context.database, {
        code: body.activation_code,
        serialNumber: body.serial_number ?? null,
        deviceType: body.device_type ?? null,
        appVersion: body.app_version ?? null,
      })
      return { body: { data: { ...presentTerminal(terminal), key } } }
    },
  })
}

/** One terminal; a terminal key reads its own. */
export function readTerminal(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals/:id',
    keys: ['secret', 'terminal'],
    summary: 'Lire un terminal',
    about: about.getTerminal,
    answer: { object: terminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      return { body: { data: presentTerminal(await visibleTerminal(context, caller, params)) } }
    },
  })
}

/** Changes a terminal's description: absent fields stay, null clears. Its type cannot change. */
export function changeTerminalRoute(context: ApiContext) {
  return route({
    method: 'PATCH',
    path: '/v2/terminals/:id',
    keys: ['secret'],
    summary: 'Modifier un terminal',
    about: about.updateTerminal,
    answer: { object: terminalSchema },
    params: terminalParams,
    body: Type.Object({
      label: Type.Optional(labelField),
      point_of_sale: Type.Optional(clearable(pointOfSaleField)),
      serial_number: Type.Optional(clearable(deviceFields.serial_number)),
      device_type: Type.Optional(clearable(deviceFields.device_type)),
      app_version: Type.Optional(clearable(deviceFields.app_version)),
    }),
    async handler({ caller, params, body }) {
      const terminal = await changeTerminal(context.database, placeOf(caller, params), {
        label: body.label,
        pointOfSale: body.point_of_sale,
        serialNumber: body.serial_number,
        deviceType: body.device_type,
        appVersion: body.app_version,
      })
      return { body: { data: presentTerminal(terminal) } }
    },
  })
}

/** Deletes a terminal for good, with its key and its sessions' tokens. */
export function deleteTerminalRoute(context: ApiContext) {
  return route({
    method: 'DELETE',
    path: '/v2/terminals/:id',
    keys: ['secret'],
    summary: 'Supprimer un terminal',
    about: about.deleteTerminal,
    answer: { object: deletedTerminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      const place = placeOf(caller, params)
      await deleteTerminal(context.database, place, 'secret')
      return { body: { data: { id: place.id, object: 'terminal', deleted: true } } }
    },
  })
}

/** Disables a terminal: its key and its sessions' tokens stop working at once. Repeating it changes nothing. */
export function disableTerminal(context: ApiContext) {
  return stateRoute(context, {
    path: '/v2/terminals/:id/disable',
    summary: 'Désactiver un terminal',
    about: about.disableTerminal,
    isEnabled: false,
  })
}

/** Enables a disabled terminal: its key works again. Repeating it changes nothing. */
export function enableTerminal(context: ApiContext) {
  return stateRoute(context, {
    path: '/v2/terminals/:id/enable',
    summary: 'Réactiver un terminal',
    about: about.enableTerminal,
    isEnabled: true,
  })
}

function stateRoute(
  context: ApiContext,
  {
    isEnabled,
    ...described
  }: Pick<Route, 'path' | 'summary'> & { readonly about: About; readonly isEnabled: boolean },
) {
  return route({
    method: 'POST',
    keys: ['secret'],
    ...described,
    answer: { object: terminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      const terminal = await setTerminalState(context.database, placeOf(caller, params), isEnabled)
      return { body: { data: presentTerminal(terminal) } }
    },
  })
}

/** Revokes a terminal's key at once; only this answer contains the new activation code. */
export function regenerateTerminalRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/regenerate',
    keys: ['secret'],
    summary: 'Révoquer la clé d’un terminal et obtenir un nouveau code d’activation',
    about: about.regenerateTerminalKey,
    actsAnew: true,
    answer: { object: terminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      const { terminal, activationCode } = await regenerateTerminal(
        context.database,
        placeOf(caller, params),
      )
      return { body: { data: { ...presentTerminal(terminal), activation_code: activationCode } } }
    },
  })
}

export const terminalParams = Type.Object({ id: idParameter('terminal_not_found') })

/** The terminal that a call is about, and its service. */
export function placeOf(caller: Caller, params: { readonly id: string }) {
  return { serviceEnvId: caller.serviceEnvId, id: asId<TerminalId>(params.id) }
}

/** The terminal; a terminal key sees only its own. Refusal: terminal_not_found. */
export async function visibleTerminal(
  context: ApiContext,
  caller: Caller,
  params: { readonly id: string },
) {
  if (caller.kind === 'terminal' && caller.terminalId !== params.id)
    throw fail('terminal_not_found')
  const { serviceEnvId, id } = placeOf(caller, params)
  return findTerminal(context.database, serviceEnvId, id)
}
