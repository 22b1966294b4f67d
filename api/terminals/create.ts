import Type from 'typebox'
import { terminalTypes } from '#domain/terminals/terminal.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'
import { deviceField, labelField, pointOfSaleField } from './fields.ts'

/** Adds a terminal; its activation code is in this answer alone. */
export function createTerminalRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals',
    keys: ['secret'],
    summary: 'Créer un terminal',
    answer: { object: terminalSchema },
    success: 201,
    body: Type.Object({
      type: choiceField('invalid_type', terminalTypes),
      label: labelField,
      point_of_sale: Type.Optional(pointOfSaleField),
      serial_number: Type.Optional(deviceField),
      device_type: Type.Optional(deviceField),
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
