import type { ErrorEntry } from './entry.ts'

/** Errors of one named field: 422 `validation_error`. */
export const fieldErrors = {
  invalid_amount: {
    http: 422,
    type: 'validation_error',
    message:
      'Le montant doit être un nombre supérieur à 0, avec les décimales de sa devise[ : envoyez {as_number}, sans guillemets][ (décimales en {currency} : {decimals})].',
    cause:
      'Le montant est un texte, nul, négatif, trop grand, ou compte plus de décimales que la devise.',
    remedy: 'Envoyez un nombre JSON, par exemple 1000 en XOF ou 12.5 en EUR.',
  },
  invalid_currency: {
    http: 422,
    type: 'validation_error',
    message: 'La devise doit être un code ISO 4217 actif, en capitales.',
    cause: 'La devise est inconnue ou n’est pas active.',
    remedy: 'Consultez GET /v2/currencies.',
  },
  invalid_provider: {
    http: 422,
    type: 'validation_error',
    message: 'Cet opérateur est inconnu, ou ne sert pas ce moyen de paiement.',
    cause:
      'Le champ provider n’est pas un code d’opérateur, ou celui d’un opérateur d’un autre moyen que payment_method.',
    remedy: 'Consultez GET /v2/payment-methods, ou utilisez « auto ».',
  },
  invalid_payment_method: {
    http: 422,
    type: 'validation_error',
    message: 'Ce moyen de paiement est inconnu.',
    cause: 'Le champ payment_method n’a pas une valeur admise.',
    remedy: 'Utilisez mobile_money, card ou direct_debit.',
  },
  phone_international_required: {
    http: 422,
    type: 'validation_error',
    message:
      'Le numéro de téléphone doit être au format international : indicatif du pays puis numéro national, par exemple 2290190000000.',
    cause: 'Le numéro commence par 0, ou n’a pas d’indicatif de pays connu.',
    remedy:
      'Faites précéder le numéro national de l’indicatif, par exemple 229 puis 01 et 8 chiffres.',
  },
  invalid_phone_number: {
    http: 422,
    type: 'validation_error',
    message: 'Le numéro de téléphone n’est pas valide.',
    cause:
      'L’indicatif est inconnu, la longueur ou un caractère est incorrect, ou le numéro n’est pas du pays de l’opérateur.',
    remedy: 'Vérifiez le numéro et l’opérateur choisi.',
  },
  phone_country_mismatch: {
    http: 422,
    type: 'validation_error',
    message: 'Le pays indiqué ne correspond pas à l’indicatif du numéro de téléphone.',
    cause: 'Le champ country contredit l’indicatif, ou n’est pas un code ISO connu.',
    remedy: 'Corrigez country, ou ne l’envoyez pas.',
  },
  invalid_country: {
    http: 422,
    type: 'validation_error',
    message: 'Le pays doit être un code ISO 3166-1 à deux lettres.',
    cause: 'Le code de pays est inconnu.',
    remedy: 'Utilisez par exemple BJ.',
  },
  invalid_customer: {
    http: 422,
    type: 'validation_error',
    message: 'Les informations du client doivent être un objet avec name et email.',
    cause: 'Le champ customer n’est pas un objet.',
    remedy: 'Envoyez un objet avec name et email.',
  },
  invalid_customer_name: {
    http: 422,
    type: 'validation_error',
    message: 'Le nom du client doit comporter de 1 à 255 caractères, et pas seulement des espaces.',
    cause: 'Le nom est vide, trop long, ou n’est pas un texte.',
    remedy: 'Corrigez customer.name.',
  },
  invalid_email: {
    http: 422,
    type: 'validation_error',
    message: 'L’adresse e-mail n’est pas valide.',
    cause: 'L’adresse n’a pas la forme attendue, ou est trop longue.',
    remedy: 'Corrigez l’adresse, par exemple nom@domaine.bj.',
  },
  invalid_reference: {
    http: 422,
    type: 'validation_error',
    message:
      'La référence doit comporter de 1 à 64 caractères parmi les lettres, les chiffres et « _ . : / - ».',
    cause: 'La référence est vide, trop longue, ou contient un autre caractère.',
    remedy: 'Corrigez la référence.',
  },
  invalid_description: {
    http: 422,
    type: 'validation_error',
    message: 'La description doit être un texte de 255 caractères au plus.',
    cause: 'La description est trop longue, n’est pas un texte, ou contient un caractère interdit.',
    remedy: 'Raccourcissez ou corrigez la description.',
  },
  invalid_metadata: {
    http: 422,
    type: 'validation_error',
    message:
      'Les métadonnées acceptent 20 clés de 40 caractères (a-z, 0-9, _ ; le préfixe service_ est réservé) et des textes de 500 caractères au plus[ : voyez « {key} »].',
    cause: 'Une clé ou une valeur ne respecte pas ces règles.',
    remedy: 'Corrigez les métadonnées.',
  },
  invalid_expires_in: {
    http: 422,
    type: 'validation_error',
    message: 'La durée de validité doit être un entier de 60 à 900 secondes.',
    cause: 'Le champ expires_in n’est pas un entier de 60 à 900.',
    remedy: 'Indiquez un entier de 60 à 900, ou ne l’envoyez pas.',
  },
  invalid_bank_account: {
    http: 422,
    type: 'validation_error',
    message: 'L’identifiant du compte bancaire n’est pas valide.',
    cause:
      'Le champ bank_account_id n’est pas un identifiant, ou il accompagne un opérateur Mobile Money.',
    remedy: 'Reprenez l’identifiant affiché dans le portail.',
  },
  invalid_url: {
    http: 422,
    type: 'validation_error',
    message:
      'L’adresse du webhook doit être une adresse publique en https. Sur votre propre machine, utilisez « payments listen » ou GET /v2/events.',
    cause:
      'L’adresse n’est pas en https, contient un mot de passe, un port refusé, ou désigne une machine privée ou locale.',
    remedy:
      'Indiquez une adresse https publique, sans identifiants, sur le port 443 ou un port à partir de 1024. Pour développer sur votre propre machine (localhost), aucun tunnel n’est nécessaire : la commande « payments listen --forward-to http://127.0.0.1:4242/hooks » transmet chaque événement à votre serveur, et GET /v2/events (Service-Version: 2.6.0) les donne à lire.',
  },
  invalid_return_url: {
    http: 422,
    type: 'validation_error',
    message:
      'Cette adresse de retour doit être en https. En test, http://localhost et http://127.0.0.1 sont aussi admis.',
    cause:
      'L’adresse n’est pas en https, contient un mot de passe, ou est trop longue ; en réel, elle est en http sur une machine locale.',
    remedy:
      'Indiquez une adresse https sans mot de passe. Sur votre propre machine, avec une clé de test, http://localhost ou http://127.0.0.1 convient, avec n’importe quel port.',
  },
  invalid_label: {
    http: 422,
    type: 'validation_error',
    message: 'Le libellé doit être un texte de 255 caractères au plus.',
    cause: 'Le libellé est trop long, n’est pas un texte, ou contient un caractère interdit.',
    remedy: 'Raccourcissez ou corrigez le libellé.',
  },
  invalid_events: {
    http: 422,
    type: 'validation_error',
    message:
      'La liste des événements doit être ["*"] ou une liste non vide de types d’événements connus, sans doublon.',
    cause:
      'La liste est vide, contient un type inconnu ou un doublon, ou mêle « * » à d’autres types.',
    remedy: 'Consultez GET /v2/webhook_event_types.',
  },
  invalid_enabled: {
    http: 422,
    type: 'validation_error',
    message: 'Le champ enabled doit valoir true ou false.',
    cause: 'La valeur n’est pas un booléen.',
    remedy: 'Envoyez true ou false, sans guillemets.',
  },
  invalid_type: {
    http: 422,
    type: 'validation_error',
    message: 'Ce type n’est pas admis.',
    cause: 'Le champ type n’a pas une valeur admise par cette route.',
    remedy: 'Consultez les valeurs admises de ce champ.',
  },
  invalid_activation_code: {
    http: 422,
    type: 'validation_error',
    message: 'Le code d’activation n’est pas valide.',
    cause: 'Le code est inconnu, déjà utilisé ou expiré.',
    remedy: 'Demandez un nouveau code d’activation au marchand.',
  },
  invalid_collaborator: {
    http: 422,
    type: 'validation_error',
    message: 'Ce collaborateur est inconnu.',
    cause: 'L’identifiant ne désigne aucun collaborateur actif du service.',
    remedy: 'Choisissez un collaborateur actif.',
  },
} satisfies Record<string, ErrorEntry>
