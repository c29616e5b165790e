import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'

// No validator: it is on the internet. The token is forgotten with the page (persistAuthorization is off by default).
SwaggerUI({ url: 'openapi.json', dom_id: '#root', validatorUrl: null, filter: true, tryItOutEnabled: true })
