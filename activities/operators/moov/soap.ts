import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'

type Operation = 'Push' | 'getTransactionStatus' | 'transferFlooz'
export type XmlFields = { readonly [name: string]: string | XmlFields }

/** The fields that all of Moov's answers have. */
export interface SoapAnswer {
  readonly status: string
  /** Moov's own reference for the order, if it gives one. */
  readonly reference: string | null
  /** For a transfer: our reference, echoed. */
  readonly transactionId: string | null
}

const builder = new XMLBuilder({ ignoreAttributes: false })
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  trimValues: true,
})

/** The request of an operation, as one document. */
export function soapRequest(operation: Operation, fields: XmlFields): string {
  const envelope = {
    '?xml': { '@_version': '1.0', '@_encoding': 'utf-8' },
    'soapenv:Envelope': {
      '@_xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
      '@_xmlns:api': 'http://api.merchant.tlc.com/',
      'soapenv:Header': '',
      'soapenv:Body': { [`api:${operation}`]: fields },
    },
  }
  return builder.build(envelope)
}

/**
 * Parses the answer to an operation; undefined for anything that is not exactly one: broken XML, a fault, another
 * operation's answer, two results, a status that is not a number. A document type declaration could read files and
 * expand without limit, so it is refused.
 */
export function soapAnswer(operation: Operation, text: string): SoapAnswer | undefined {
  if (/<!/.test(text) || XMLValidator.validate(text) !== true) return undefined
  const body = fieldOf(fieldOf(parsed(text), 'Envelope'), 'Body')
  if (!isFields(body) || Object.hasOwn(body, 'Fault')) return undefined
  const response = fieldOf(body, `${operation}Response`)
  const results = resultNames.map((name) => fieldOf(response, name)).filter(isFields)
  const [result] = results
  if (result === undefined || results.length > 1) return undefined
  const status = textOf(result, 'status', /^-?\d{1,3}$/)
  if (status === null) return undefined
  return {
    status,
    reference: textOf(result, 'referenceid', referenceShape),
    transactionId: textOf(result, 'transactionid', referenceShape),
  }
}

/** Undefined for names and depths that make the parser throw. */
function parsed(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return undefined
  }
}

/** Its operations use different names for their result. */
const resultNames = ['return', 'response', 'result']
/** What stands for “none” in many answers is no reference: all those orders would be asked about as one. */
const referenceShape = /^(?!(?:[-0_]+|null|none|undefined)$)[\w-]{1,64}$/i

function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(fields: unknown, name: string, shape: RegExp): string | null {
  const value = fieldOf(fields, name)
  return typeof value === 'string' && shape.test(value) ? value : null
}
