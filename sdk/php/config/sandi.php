<?php

return [
    'url' => env('SANDI_URL'),
    'key' => env('SANDI_API_KEY'),
    // The brand that recipients read, unless a notification sets another one.
    'company_name' => env('SANDI_COMPANY_NAME', env('APP_NAME')),
    // Time limit of a call including retries, in seconds.
    'timeout' => (float) env('SANDI_TIMEOUT', 30),
];
