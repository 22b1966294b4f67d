import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  listWebhookEndpoints: {
    name: 'listWebhookEndpoints',
    title: 'List webhook endpoints',
    text: 'All webhook endpoints of the service in the key’s mode, without secrets. At most five.',
  },
  createWebhookEndpoint: {
    name: 'createWebhookEndpoint',
    title: 'Create a webhook endpoint',
    text: 'Adds an address that events are sent to. Its `secret` is in this answer alone: keep it, it signs and encrypts. The address is public, `https`, on port 443 or from 1024.',
    examples: {
      'Every event': { url: 'https://shop.example/hook', label: 'Shop', events: ['*'] },
      'Payments alone': {
        url: 'https://shop.example/payments',
        events: ['payment.success', 'payment.failed'],
      },
    },
    codes: ['webhook_limit_reached'],
  },
  getWebhookEndpoint: {
    name: 'getWebhookEndpoint',
    title: 'Read a webhook endpoint',
    text: 'One webhook endpoint, without its secret.',
  },
  deleteWebhookEndpoint: {
    name: 'deleteWebhookEndpoint',
    title: 'Delete a webhook endpoint',
    text: 'Deletes it for good; deliveries that wait are ended and stay in the history.',
  },
  changeWebhookEndpoint: {
    name: 'changeWebhookEndpoint',
    title: 'Change a webhook endpoint',
    text: 'Gives it another address, label or choice of events; what you leave out stays. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 405.',
    examples: { 'Another label': { label: 'Shop in Cotonou' } },
  },
  enableWebhookEndpoint: {
    name: 'enableWebhookEndpoint',
    title: 'Enable a webhook endpoint',
    text: 'Lets it receive again what happens from now on. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
  disableWebhookEndpoint: {
    name: 'disableWebhookEndpoint',
    title: 'Disable a webhook endpoint',
    text: 'It receives nothing from now on, and deliveries that wait are abandoned. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
  rotateWebhookSecret: {
    name: 'rotateWebhookSecret',
    title: 'Renew the secret of a webhook endpoint',
    text: 'Gives it a new secret, at once or in 24 hours. The new one is in this answer alone, as `secret` and as `signing_secret`: keep it. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: { 'In 24 hours': { starts: 'in_24_hours' } },
  },
  testWebhookEndpoint: {
    name: 'testWebhookEndpoint',
    title: 'Send a test event',
    text: 'Sends the endpoint a test event by the way of real ones; the answer is its delivery. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: { 'Payment that succeeded': { type: 'payment.success' } },
    codes: ['webhook_disabled'],
  },
  listWebhookDeliveries: {
    name: 'listWebhookDeliveries',
    title: 'List webhook deliveries',
    text: 'What was sent to your endpoints and what became of it, newest first. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['invalid_cursor'],
  },
  getWebhookDelivery: {
    name: 'getWebhookDelivery',
    title: 'Read a webhook delivery',
    text: 'One delivery with its attempts. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
  retryWebhookDelivery: {
    name: 'retryWebhookDelivery',
    title: 'Send a webhook delivery again',
    text: 'Sends a delivery that missed once more, now. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['delivery_not_retryable', 'webhook_disabled'],
  },
  listWebhookListeners: {
    name: 'listWebhookListeners',
    title: 'List listeners',
    text: 'The developers’ machines that `payments listen` passes sandbox events on to, the one seen last first. At most twenty. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['sandbox_mode_required'],
  },
  announceWebhookListener: {
    name: 'announceWebhookListener',
    title: 'Announce a listener',
    text: 'Says that a developer’s machine listens; the same label is the same listener. `payments listen` does so by itself, every minute. One that is not seen for 30 days is forgotten. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: { 'A laptop': { label: 'listen-3f2a' } },
    codes: ['sandbox_mode_required', 'webhook_listener_limit_reached'],
  },
  listWebhookListenerResults: {
    name: 'listWebhookListenerResults',
    title: 'List the results of a listener',
    text: 'What became of the events that a listener passed on, newest first; kept for 30 days. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['invalid_cursor', 'sandbox_mode_required'],
  },
  recordWebhookListenerResults: {
    name: 'recordWebhookListenerResults',
    title: 'Tell the results of a listener',
    text: 'Says what became of events on a developer’s machine. Told twice it counts once; of several results of an event the one forwarded last stays. `payments listen` does so by itself. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['event_not_found', 'sandbox_mode_required'],
  },
  listWebhookEventTypes: {
    name: 'listWebhookEventTypes',
    title: 'List event types',
    text: 'The catalogue of event types by group, with French labels.',
  },
  listEvents: {
    name: 'listEvents',
    title: 'List events',
    text: 'What happened, oldest first, as webhooks tell it: a listener goes on where it stopped with `after`, and waits with `wait`. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 501.',
    codes: ['invalid_cursor'],
  },
  getEvent: {
    name: 'getEvent',
    title: 'Read an event',
    text: 'One event, by its id. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 501.',
  },
} satisfies Readonly<Record<string, About>>
