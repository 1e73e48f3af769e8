#pragma once

// The OpenUSD headers of `stage` and `extract`, precompiled.

#include <pxr/ar/asset.h>
#include <pxr/ar/packageUtils.h>
#include <pxr/ar/resolver.h>
#include <pxr/ar/resolverContextBinder.h>
#include <pxr/pcp/cache.h>
#include <pxr/pcp/errors.h>
#include <pxr/pcp/expressionVariables.h>
#include <pxr/pcp/instanceKey.h>
#include <pxr/pcp/layerStack.h>
#include <pxr/pcp/node.h>
#include <pxr/pcp/primIndex.h>
#include <pxr/pcp/propertyIndex.h>
#include <pxr/pcp/targetIndex.h>
#include <pxr/sdf/assetPath.h>
#include <pxr/sdf/fileFormat.h>
#include <pxr/sdf/layer.h>
#include <pxr/sdf/layerUtils.h>
#include <pxr/sdf/listOp.h>
#include <pxr/sdf/payload.h>
#include <pxr/sdf/primSpec.h>
#include <pxr/sdf/reference.h>
#include <pxr/sdf/schema.h>
#include <pxr/sdf/types.h>
#include <pxr/sdf/variableExpression.h>
#include <pxr/tf/errorMark.h>
#include <pxr/work/dispatcher.h>
#include <pxr/work/loops.h>
#include <pxr/work/threadLimits.h>
