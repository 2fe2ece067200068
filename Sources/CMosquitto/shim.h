#pragma once
// mosquitto.h uses bool without saying where it comes from.
#include <stdbool.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
